"""Notices when functions or constants of pytest, of unittest or of packages that the tests import are replaced.

Compares identities. New code for an existing function is an audit event instead; see `audit.py`.
"""
import builtins
import copyreg
import sys
import types

# Nobody but the judge's enemy replaces functions of these. Tests replace those of other modules, and may fail before they
# put them back.
JUDGE = ('_pytest', 'pluggy', 'pytest', 'unittest', '_frozen_importlib', '_frozen_importlib_external',
         # They decide for these whether an exception is the expected one, and whether values are equal.
         'contextlib', 're', 'sre_compile', 'sre_parse', 'collections')
WATCHED = JUDGE + ('builtins', 'operator')
LOGGING = '_pytest.logging'
# Public functions set these: `logging.setLoggerClass`, `logging.captureWarnings` and the like.
SET_BY_ALL = {'logging._loggerClass', 'logging._logRecordFactory', 'warnings.showwarning'}
CALLABLE = (types.FunctionType, types.BuiltinFunctionType, type, staticmethod, classmethod, property)
# Values that only somebody else's code replaces. Flags of modules change by themselves: no bool, and no None.
CONSTANT = (int, float, str, bytes)


class Place:
    """The contents of a module or of a class."""

    def __init__(self, name, owner, contents, entries, count):
        self.name = name
        self.owner = owner
        self.contents = contents
        self.entries = entries
        self.known = set(contents)
        self.count = count
        self.seen = None
        # Other bases give a class another tuple, also if they are put back.
        self.is_loaded = sys.modules.get(name) is owner
        self.order = getattr(owner, '__mro__', None) if issubclass(type(owner), type) else None

    def has_other_bases(self):
        return self.order is not None and self.owner.__mro__ is not self.order

    def has_changed(self):
        """Since the last time that somebody looked. True if changes are not counted."""
        if self.count is None:
            return True
        before, self.seen = self.seen, self.count.value
        return before != self.seen

    def replaced(self):
        return [key for key, value in self.entries if self.contents.get(key) is not value]


class Integrity:
    """Names of what differs from the snapshot.

    counter: counts the changes of a dictionary; None if this interpreter does not. private: copies of modules, by name.
    """

    def __init__(self, more, project, allowed, observers, counter, private):
        self.names = set(dir(builtins))
        self.told = set(allowed)
        self.allowed = allowed | SET_BY_ALL
        self.counter = counter
        self.judge = []
        self.others = []
        self.hooks = []
        self.has_begun = False
        tops = {name.partition('.')[0] for name in more}
        for name, module in sorted(list(sys.modules.items())):
            if type(module) is types.ModuleType and is_watched(name, tops, project):
                self.add_module(name, module, observers)
        for name, module in private.items():
            self.add_module(name, module, observers)

    def add_module(self, name, module, observers):
        contents = vars(module)
        # Python itself would add these later: of warnings that it gives here, and of classes whose objects are copied.
        contents.setdefault('__warningregistry__', {})
        for value in list(contents.values()):
            if issubclass(type(value), type) and getattr(value, '__module__', None) == name:
                copyreg._slotnames(value)
        places = self.judge if name.partition('.')[0] in JUDGE else self.others
        own = [(key, value) for key, value in list(contents.items()) if key in observers]
        if own:
            # Tests replace other builtins.
            self.judge.append(Place(name, module, contents, own, None))
        # isinstance would ask a proxy for its class, which may run code.
        entries = [(key, value) for key, value in list(contents.items())
                   if key not in observers and is_kept(value)]
        places.append(self.place(name, module, contents, entries))
        for key, value in entries:
            if issubclass(type(value), type) and getattr(value, '__module__', None) == name:
                inner = [(each, own) for each, own in list(vars(value).items()) if is_kept(own)]
                places.append(self.place(name + '.' + value.__name__, value, value.__dict__, inner))

    def place(self, name, owner, contents, entries):
        return Place(name, owner, contents, entries, self.counter and self.counter(contents))

    def begin(self, hooks):
        """Once everything is collected: no plugin is registered later, and what changes for a moment is noticed."""
        self.hooks = [(vars(hooks), name, caller, state_of(caller)) for name, caller in vars(hooks).items()
                      if hasattr(caller, 'get_hookimpls')]
        for place in self.judge:
            place.has_changed()
        self.has_begun = self.counter is not None

    def end(self):
        """After the last test, pytest undoes what it did."""
        self.hooks, self.has_begun = [], False

    def tampering(self):
        """Names of replacements that only an attack makes, each once."""
        found = []
        for place in self.judge:
            if place.has_other_bases():
                found.append(place.name + '.__bases__')
            if place.is_loaded and sys.modules.get(place.name) is not place.owner:
                found.append('the module ' + place.name)
            if place.has_changed():
                names = place.replaced()
                found += [place.name + '.' + each for each in names]
                if self.has_begun and place.count is not None and not names:
                    found.append(place.name + ' for a moment')
        for place in (*self.judge, *self.others):
            if len(place.contents) != len(place.known) and type(place.owner) is types.ModuleType:
                new = set(place.contents) - place.known
                place.known |= new
                found += [place.name + '.' + each for each in new if each in self.names]
        found += ['hook ' + name for callers, name, caller, state in self.hooks
                  if callers.get(name) is not caller or not are_hooks(state_of(caller), state)]
        fresh = [each for each in found if each not in self.told]
        self.told.update(fresh)
        return fresh

    def replaced(self):
        """Names of other replacements that last."""
        return [place.name + '.' + key for place in self.changed_others() for key in place.replaced()
                if place.name + '.' + key not in self.allowed]

    def restore(self):
        """Puts back what a test left behind."""
        for place in self.changed_others():
            for key, value in place.entries:
                if place.contents.get(key) is not value and place.name + '.' + key not in self.allowed:
                    try:
                        setattr(place.owner, key, value)
                    except (AttributeError, TypeError):
                        continue

    def changed_others(self):
        for place in self.others:
            if place.has_changed():
                yield place
                if place.replaced():
                    # It is looked at again until everything is back.
                    place.seen = None


def state_of(caller):
    """How a hook is called, and what it calls."""
    names = [name for each in type(caller).__mro__ for name in getattr(each, '__slots__', ())]
    own = {name: getattr(caller, name) for name in (*names, *getattr(caller, '__dict__', ())) if hasattr(caller, name)}
    return own, [(impl, impl.function) for impl in caller.get_hookimpls()]


def are_hooks(now, before):
    if len(now[0]) != len(before[0]) or any(now[0].get(name) is not value for name, value in before[0].items()):
        return False
    if same(now[1], before[1]):
        return True
    # Tests of logging unregister that plugin, and register it again as the last one.
    log = [function for _, function in before[1] if function.__module__ == LOGGING]
    rest = [[(function, function) for _, function in some if function not in log] for some in (now[1], before[1])]
    return same(*rest)


def is_kept(value):
    return issubclass(type(value), CALLABLE) or type(value) in CONSTANT or type(value) is tuple and not value


def is_watched(name, tops, project):
    """tops: packages that the tests import. The others of their modules do the work of those that are imported."""
    top = name.partition('.')[0]
    return top not in project and (top in WATCHED or top in tops)


def same(some, others):
    return len(some) == len(others) and all(a is c and b is d for (a, b), (c, d) in zip(some, others))
