"""Notices when functions of pytest, of unittest or of modules that the tests import are replaced.

Compares identities. New code for an existing function is an audit event instead; see `audit.py`.
"""
import builtins
import sys
import types

# Nobody but the judge's enemy replaces functions of these. Tests replace those of other modules, and may fail before they
# put them back.
JUDGE = ('_pytest', 'pluggy', 'pytest', 'unittest')
WATCHED = JUDGE + ('builtins', 'operator')
LOGGING = '_pytest.logging'
CALLABLE = (types.FunctionType, types.BuiltinFunctionType, type, staticmethod, classmethod, property)


class Integrity:
    """Names of what differs from the snapshot."""

    def __init__(self, more, project, allowed, observers):
        self.names = set(dir(builtins))
        self.told = set(allowed)
        self.allowed = allowed
        self.judge = []
        self.others = []
        self.sizes = []
        self.hooks = None
        for name, module in sorted(list(sys.modules.items())):
            if type(module) is types.ModuleType and is_watched(name, more, project):
                self.add_module(name, module, observers)

    def add_module(self, name, module, observers):
        contents = vars(module)
        entries = self.judge if name.partition('.')[0] in JUDGE else self.others
        self.sizes.append((name, contents, set(contents)))
        for key, value in list(contents.items()):
            if key in observers:
                self.judge.append((name + '.' + key, module, contents, key, value))
            # isinstance would ask a proxy for its class, which may run code.
            elif issubclass(type(value), CALLABLE):
                entries.append((name + '.' + key, module, contents, key, value))
                if issubclass(type(value), type) and getattr(value, '__module__', None) == name:
                    entries.extend((name + '.' + value.__name__ + '.' + each, value, value.__dict__, each, own)
                                   for each, own in list(vars(value).items()) if issubclass(type(own), CALLABLE))

    def add_hooks(self, callers):
        """Once everything is collected: no plugin is registered later."""
        self.hooks = [(caller, [impl.function for impl in caller.get_hookimpls()]) for caller in callers]

    def tampering(self):
        """What only an attack replaces, each once."""
        found = [name for name, _, contents, key, value in self.judge if contents.get(key) is not value]
        for name, contents, known in self.sizes:
            if len(contents) != len(known):
                new = set(contents) - known
                known |= new
                found += [name + '.' + each for each in new if each in self.names]
        for caller, functions in self.hooks or ():
            if not are_hooks(caller, functions):
                found.append('hook ' + caller.name)
        fresh = [each for each in found if each not in self.told]
        self.told.update(fresh)
        return fresh

    def replaced(self):
        """What else is replaced now."""
        return [name for name, _, contents, key, value in self.others
                if contents.get(key) is not value and name not in self.allowed]

    def restore(self):
        """Puts back what a test left behind."""
        for name, owner, contents, key, value in self.others:
            if contents.get(key) is not value and name not in self.allowed:
                try:
                    setattr(owner, key, value)
                except (AttributeError, TypeError):
                    continue


def are_hooks(caller, functions):
    now = [impl.function for impl in caller.get_hookimpls()]
    if same(now, functions):
        return True
    # Tests of logging unregister that plugin, and register it again as the last one.
    log = [each for each in functions if each.__module__ == LOGGING]
    return same(*([each for each in some if each not in log] for some in (now, functions)))


def is_watched(name, more, project):
    top = name.partition('.')[0]
    return top not in project and (top in WATCHED or name in more)


def same(some, others):
    return len(some) == len(others) and all(a is b for a, b in zip(some, others))
