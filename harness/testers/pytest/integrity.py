"""Notices when functions of pytest, of unittest or of modules that the tests import are replaced.

Compares identities. New code for an existing function is an audit event instead; see `audit.py`.
"""
import builtins
import sys
import types

WATCHED = ('_pytest', 'pluggy', 'pytest', 'unittest', 'builtins', 'operator')
LOGGING = '_pytest.logging'
CALLABLE = (types.FunctionType, types.BuiltinFunctionType, type, staticmethod, classmethod, property)


class Integrity:
    """`changes` names what differs from the snapshot, each once."""

    def __init__(self, more, project):
        self.names = set(dir(builtins))
        self.told = set()
        self.entries = []
        self.sizes = []
        for name, module in sorted(list(sys.modules.items())):
            if type(module) is types.ModuleType and is_watched(name, more, project):
                self.add_module(name, vars(module))
        self.hooks = None

    def add_module(self, name, contents):
        self.sizes.append((name, contents, set(contents)))
        for key, value in list(contents.items()):
            # isinstance would ask a proxy for its class, which may run code.
            if not issubclass(type(value), CALLABLE):
                continue
            self.entries.append((name, contents, key, value))
            if issubclass(type(value), type) and getattr(value, '__module__', None) == name:
                self.entries.extend((name + '.' + value.__name__, value.__dict__, each, own)
                                    for each, own in list(vars(value).items()) if issubclass(type(own), CALLABLE))

    def add_hooks(self, callers):
        """Once everything is collected: no plugin is registered later."""
        self.hooks = [(caller, [impl.function for impl in caller.get_hookimpls()]) for caller in callers]

    def changes(self):
        found = [name + '.' + key for name, contents, key, value in self.entries if contents.get(key) is not value]
        for name, contents, known in self.sizes:
            if len(contents) != len(known):
                new = set(contents) - known
                known |= new
                found += [name + '.' + each for each in new if each in self.names]
        for caller, functions in self.hooks or ():
            now = [impl.function for impl in caller.get_hookimpls()]
            if not same(now, functions):
                # Tests of logging unregister that plugin, and register it again as the last one.
                log = [each for each in functions if each.__module__ == LOGGING]
                if not same(*([each for each in some if each not in log] for some in (now, functions))):
                    found.append('hook ' + caller.name)
        fresh = [each for each in found if each not in self.told]
        self.told.update(fresh)
        return fresh


def is_watched(name, more, project):
    top = name.partition('.')[0]
    return top not in project and (top in WATCHED or name in more)


def same(some, others):
    return len(some) == len(others) and all(a is b for a, b in zip(some, others))
