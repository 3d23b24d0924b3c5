"""Notices when functions or constants of pytest, of unittest or of packages that the tests import are replaced.

Compares identities. New code for an existing function is an audit event instead; see `audit.py`.
"""
import builtins
import copyreg
import sys
import types

# By them the judge reads code and test files.
READERS = ('ast', 'dis', 'opcode')
# Nobody but the judge's enemy replaces functions of these. Tests replace those of other modules, and may fail before they
# put them back.
JUDGE = ('_pytest', 'pluggy', 'pytest', 'unittest', '_frozen_importlib', '_frozen_importlib_external',
         # They decide for these whether an exception is the expected one, and whether values are equal.
         'contextlib', 're', 'sre_compile', 'sre_parse', 'collections', *READERS)
WATCHED = JUDGE + ('builtins', 'operator')
LOGGING = '_pytest.logging'
# Public functions set these: `logging.setLoggerClass`, `logging.captureWarnings` and the like.
SET_BY_ALL = {'logging._loggerClass', 'logging._logRecordFactory', 'warnings.showwarning'}
CALLABLE = (types.FunctionType, types.BuiltinFunctionType, type, staticmethod, classmethod, property)
# Values that only somebody else's code replaces. Flags of modules change by themselves: no bool, and no None.
CONSTANT = (int, float, str, bytes)


def place_of(name, owner, contents, entries, counter):
    """The contents of a module or of a class. There is no class for it: `object.__subclasses__` would name it, and then its functions."""
    return types.SimpleNamespace(
        name=name,
        owner=owner,
        contents=contents,
        entries=entries,
        known=set(contents),
        count=counter and counter(contents),
        seen=None,
        is_loaded=sys.modules.get(name) is owner,
        # Other bases give a class another tuple, also if they are put back.
        order=getattr(owner, '__mro__', None) if issubclass(type(owner), type) else None,
    )


def has_other_bases(place):
    return place.order is not None and place.owner.__mro__ is not place.order


def has_changed(place):
    """Since the last time that somebody looked. True if changes are not counted."""
    if place.count is None:
        return True
    before, place.seen = place.seen, place.count.value
    return before != place.seen


def has_odd_keys(contents):
    """Whether a key is no text. It could be equal to a name for some who ask, and not for others: nothing is compared with it."""
    return any([type(each) is not str for each in list(contents)])


def replaced_in(place):
    return [key for key, value in place.entries if place.contents.get(key) is not value]


def integrity(more, project, allowed, observers, counter, private):
    """Functions that name what differs from the snapshot that is taken here.

    counter: counts the changes of a dictionary; None if this interpreter does not. private: copies of modules, by name.
    """
    builtin = set(dir(builtins))
    told = set(allowed)
    judge, others = [], []
    now = types.SimpleNamespace(hooks=[], has_begun=False)
    may_change = allowed | SET_BY_ALL

    def add_module(name, module):
        contents = vars(module)
        # Python itself would add these later: of warnings that it gives here, and of classes whose objects are copied.
        contents.setdefault('__warningregistry__', {})
        for value in list(contents.values()):
            if issubclass(type(value), type) and getattr(value, '__module__', None) == name:
                copyreg._slotnames(value)
        places = judge if name.partition('.')[0] in JUDGE else others
        told_by = [(key, value) for key, value in list(contents.items()) if key in observers]
        if told_by:
            # Tests replace other builtins.
            judge.append(place_of(name, module, contents, told_by, None))
        # isinstance would ask a proxy for its class, which may run code.
        entries = [(key, value) for key, value in list(contents.items())
                   if key not in observers and is_kept(value)]
        places.append(place_of(name, module, contents, entries, counter))
        for key, value in entries:
            if issubclass(type(value), type) and getattr(value, '__module__', None) == name:
                inner = [(each, of) for each, of in list(vars(value).items()) if is_kept(of)]
                places.append(place_of(name + '.' + value.__name__, value, value.__dict__, inner, counter))

    def is_counted(place):
        """Whether each of its changes is an attack, also one that is undone. pytest changes its own while it collects."""
        return place.count is not None and (now.has_begun or place.owner is None or place.name in READERS)

    def begin(hooks):
        """Once everything is collected: no plugin is registered later, and what changes for a moment is noticed."""
        now.hooks = [(vars(hooks), name, caller, state_of(caller)) for name, caller in vars(hooks).items()
                     if hasattr(caller, 'get_hookimpls')]
        for place in judge:
            if not is_counted(place):
                has_changed(place)
        now.has_begun = counter is not None

    def end():
        """After the last test, pytest undoes what it did."""
        now.hooks, now.has_begun = [], False

    def tampering():
        """Names of replacements that only an attack makes, each once."""
        found = ['a name that is no text in sys.modules'] if has_odd_keys(sys.modules) else []
        for place in judge:
            if has_other_bases(place):
                found.append(place.name + '.__bases__')
            if place.is_loaded and sys.modules.get(place.name) is not place.owner:
                found.append('the module ' + place.name)
            if has_changed(place):
                if has_odd_keys(place.contents):
                    found.append('a name that is no text in ' + place.name)
                    continue
                names = replaced_in(place)
                found += [place.name + '.' + each for each in names]
                if is_counted(place) and not names:
                    found.append(place.name + ' for a moment')
        for place in (*judge, *others):
            if len(place.contents) != len(place.known) and (place.owner is None or type(place.owner) is types.ModuleType):
                if has_odd_keys(place.contents):
                    found.append('a name that is no text in ' + place.name)
                    continue
                new = set(place.contents) - place.known
                place.known |= new
                found += [place.name + '.' + each for each in new if each in builtin or place.owner is None]
        found += ['hook ' + name for callers, name, caller, state in now.hooks
                  if callers.get(name) is not caller or not are_hooks(state_of(caller), state)]
        fresh = [each for each in found if each not in told]
        told.update(fresh)
        return fresh

    def changed_others():
        for place in others:
            if has_changed(place) and not has_odd_keys(place.contents):
                yield place
                if replaced_in(place):
                    # It is looked at again until everything is back.
                    place.seen = None

    def replaced():
        """Names of other replacements that last."""
        return [place.name + '.' + key for place in changed_others() for key in replaced_in(place)
                if place.name + '.' + key not in may_change]

    def restore():
        """Puts back what a test left behind."""
        for place in changed_others():
            for key, value in place.entries:
                if place.contents.get(key) is not value and place.name + '.' + key not in may_change:
                    try:
                        setattr(place.owner, key, value)
                    except (AttributeError, TypeError):
                        continue

    def protect(own):
        """Adds the judge's own modules, by name, once they are complete: nobody ever changes them."""
        for name, contents in own.items():
            # Python itself would add it: a library warns, and names the line of a test that an observer has called.
            contents.setdefault('__warningregistry__', {})
            for place, each in ((name, contents), (name + '.__builtins__', contents.get('__builtins__'))):
                if each is not None:
                    judge.append(place_of(place, None, each, list(each.items()), counter))
        for place in judge:
            if is_counted(place):
                has_changed(place)

    tops = {name.partition('.')[0] for name in more}
    for name, module in sorted(list(sys.modules.items())):
        if type(module) is types.ModuleType and is_watched(name, tops, project):
            add_module(name, module)
    for name, module in private.items():
        add_module(name, module)
    return types.SimpleNamespace(has_odd_keys=has_odd_keys, protect=protect, begin=begin, end=end, tampering=tampering, replaced=replaced, restore=restore)


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
