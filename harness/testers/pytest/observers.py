"""The functions that take the place of assertions. They tell what they are given and decide nothing."""
import collections
import itertools
import os
import sys
import types

# Classes are known by identity: one can say that it is equal to another.
PLAIN = frozenset(map(id, (int, str, bytes, float, bool, list, tuple, dict, set, frozenset, type(None))))
# Nobody can change these, nor what they are equal to.
SCALARS = frozenset(map(id, (int, str, bytes, float, bool, type(None))))
ORDER = 'vko'
# Nobody can change what is in them by being asked for it.
LISTED = frozenset(map(id, (range, collections.deque, type({}.keys()), type({}.values()), type({}.items()))))
# With more of them, it is too large to be told.
MOST_PARTS = 20_001
COPIED = frozenset(map(id, (list, tuple, set, frozenset)))
FULL = object()
# The attributes of a mock that its methods compare with what is expected.
READS = {'assert_called_with': 'call_args', 'assert_called_once_with': 'call_args', 'assert_any_call': 'call_args_list',
         'assert_has_calls': 'mock_calls', 'assert_awaited_with': 'await_args', 'assert_awaited_once_with': 'await_args',
         'assert_any_await': 'await_args_list', 'assert_has_awaits': 'await_args_list'}
LESS = 'got an object that decides itself what is true of it'
LETTERS = 'abcdefghijklmnopqrstuvwxyz'
RANDOM = os.urandom
# Comparisons with values that are different ones each time.
PROBES = 3


def observers(send, names, lock, opaque):
    """By their names in this run. Each takes a site, and next what each value must be at least: a letter for each, `v`alue, `k`nown or
    `o`bject, or nothing where all is allowed. Nothing is compared with a value that is less: an object would learn what is expected.

    value: takes a tuple of the site and what it got; hay: the same of a container in which something is looked for; same, differs: both
    sides; truth: the condition and its values; inner: the same, and returns what the condition is; block: a context manager, and returns
    one; call, raising: a function and its arguments; mocked: the name of a method of a mock, the mock, and the arguments

    lock: a thread cannot tell something while another one does; opaque: see `opaque.py`
    """

    seen = set()

    def value(told):
        with lock:
            send(told)

    def hay(site, found):
        value((site, listed(found)))

    def keep(values):
        with lock:
            return send(('keep', *values))

    def tell(kept, site, truth):
        with lock:
            send(('kept', kept, site, truth))

    # Most values are scalars: nobody can change them, and no standing is higher.
    def same(site, wanted, left, right):
        if id(type(left)) in SCALARS and id(type(right)) in SCALARS:
            return value((site, left == right, left, right))
        kept, standings, (left, right) = kept_of(keep, (left, right))
        if is_less(standings, wanted):
            tell(kept, site, False)
        else:
            tell(kept, site, are_equal(left, right, standings))

    def differs(site, wanted, left, right):
        if id(type(left)) in SCALARS and id(type(right)) in SCALARS:
            return value((site, left != right, left, right))
        kept, standings, (left, right) = kept_of(keep, (left, right))
        if is_less(standings, wanted):
            tell(kept, site, True)
        else:
            tell(kept, site, not are_equal(left, right, standings))

    def truth(site, wanted, condition, *values):
        if all(id(type(each)) in SCALARS for each in values):
            return value((site, condition(*values), *values))
        kept, standings, values = kept_of(keep, values)
        tell(kept, site, False if is_less(standings, wanted) else condition(*values))

    def inner(site, wanted, condition, *values):
        plain = [flat(each) for each in values]
        is_plain = not any(each is FULL for each in plain)
        if is_plain and (wanted or (site, 'v' * len(values)) in seen):
            return condition(*plain)
        if wanted and not wanted.strip('o'):
            return condition(*values)
        kept, standings, values = kept_of(keep, values)
        if is_less(standings, wanted):
            tell(kept, site, False)
            raise AssertionError(LESS)
        if not wanted and (site, standings) not in seen:
            seen.add((site, standings))
            tell(kept, site, True)
        return condition(*values)

    def call(site, wanted, function, /, *values, **named):
        kept, standings, copies = keep((*values, *named.values(), None))
        if is_less(standings, wanted):
            tell(kept, site, False)
            raise AssertionError(LESS)
        if is_of_unittest(function):
            # Others may be meant to change what they are given.
            values, named = copies[:len(values)], dict(zip(named, copies[len(values):]))
        function(*values, **named)
        tell(kept, site, True)

    def mocked(site, wanted, name, owner, /, *values, **named):
        mock, function = mock_of(owner, name)
        calls = [] if mock is None else calls_of(mock, name, values, named)
        kept, standings, _ = keep((calls, *values, *named.values(), None))
        if is_less(standings, wanted):
            tell(kept, site, False)
            raise AssertionError(LESS)
        function(*values, **named)
        tell(kept, site, True)

    def raising(site, function, /, *values, **named):
        function(*values, **named)
        value((site, True))

    def block(site, manager):
        """Fails unless something is raised in it: tells that it did not fail."""

        def enter(_):
            return manager.__enter__()

        def leave(_, kind, error, traceback):
            result = manager.__exit__(kind, error, traceback)
            if kind is None or result:
                value((site, True))
            return result

        # Everybody finds a class, by `object.__subclasses__`: this one has nothing to find.
        return type('Block', (), {'__slots__': (), '__enter__': opaque(enter), '__exit__': opaque(leave)})()

    found = {'value': value, 'same': same, 'differs': differs, 'truth': truth, 'inner': inner, 'call': call, 'raising': raising,
             'block': block, 'mocked': mocked, 'hay': hay}
    # Their own functions, with all that these know, cannot be found from there.
    return {names[name]: opaque(function) for name, function in found.items()}


def is_less(standings, wanted):
    """Whether one of the values is less than it must be."""
    return any(ORDER.index(own) > ORDER.index(least) for own, least in zip(standings, wanted))


def listed(found):
    """A container of the interpreter or of numpy that has the same parts as a list; all else as it is."""
    kind, numpy = type(found), sys.modules.get('numpy')
    if numpy is not None and kind is numpy.ndarray:
        return found if found.dtype.hasobject or found.ndim != 1 else found.tolist()
    return list(itertools.islice(found, MOST_PARTS)) if id(kind) in LISTED else found


def kept_of(keep, values):
    """Copies take the place of plain values. Others stay what they are: an object may be equal only to itself."""
    kept, standings, copies = keep(values)
    return kept, standings, [copy if letter == 'v' else value for value, copy, letter in zip(values, copies, standings)]


def flat(value):
    """A value that nobody can change, or a copy of a container of such values; FULL for all else."""
    kind = type(value)
    if id(kind) in SCALARS:
        return value
    if id(kind) in COPIED:
        copy = list(value)
        return kind(copy) if all([id(type(each)) in SCALARS for each in copy]) else FULL
    return FULL


def is_of_unittest(function):
    case = sys.modules.get('unittest.case')
    return case is not None and type(function) is types.MethodType and type(function.__func__) is types.FunctionType \
        and function.__func__.__globals__ is vars(case)


def mock_of(owner, name):
    """The mock of which a test asks something, and the function of its class that answers: a mock may have been given another one."""
    module = sys.modules.get('unittest.mock')
    if module is None:
        return None, getattr(owner, name)
    mock = vars(owner).get('mock', owner) if type(owner) is types.FunctionType else owner
    if not issubclass(type(mock), module.NonCallableMock):
        return None, getattr(owner, name)
    known = {id(each) for each in vars(module).values() if issubclass(type(each), type)}
    for kind in type(mock).__mro__:
        if id(kind) in known and name in vars(kind):
            return mock, types.MethodType(vars(kind)[name], mock)
    return None, getattr(owner, name)


def calls_of(mock, name, values, named):
    """The calls that a method of a mock compares with the expected ones, without arguments that may be anything."""
    if name not in READS:
        return []
    found = getattr(mock, READS[name])
    anything = sys.modules['unittest.mock'].ANY
    calls = [found] if READS[name] in ('call_args', 'await_args') else list(found)
    told = []
    for each in calls:
        parts = list(tuple.__iter__(each)) if issubclass(type(each), tuple) else [each]
        args, keywords = parts[-2:] if len(parts) > 1 else (parts, {})
        if name.startswith('assert_has') or type(args) is not tuple or type(keywords) is not dict:
            told.append(parts)
        elif not name.startswith('assert_any') or len(args) == len(values) and set(keywords) == set(named):
            told.append([own for own, other in zip(args, values) if other is not anything])
            told.append([own for key, own in keywords.items() if named.get(key) is not anything])
    return told


def are_equal(left, right, standings):
    """An object that is equal to values it has never seen proves nothing by being equal: it is asked for them, too, in any order. The same
    goes for a container with such an object in it.
    """
    questions = [(left, right, True)]
    for side, other, letter in ((left, right, standings[0]), (right, left, standings[1])):
        if (letter == 'o' or id(type(side)) not in PLAIN) and not is_approximation(type(side)):
            questions += [(left, right, True), *((side, each, False) for each in probes(other))]
    return all([is_answered(*each) for each in shuffled(questions)])


def is_answered(side, other, expected):
    if expected:
        return not not (side == other)
    try:
        # Infinity is not another number, whatever is added.
        return other == other and not (side == other)
    except Exception:
        return True


def probes(value):
    """Values of the kind that is expected, and never what is expected; and an object, which is equal to nothing but itself."""
    if id(type(value)) not in PLAIN or value is None:
        return []
    found = [unlike(value) for _ in range(PROBES)] + near(value)
    return [each for each in found if not (each == value)]


def near(value, depth=0):
    """Values that differ from it by little."""
    kind = type(value)
    if kind is int or kind is float:
        return [value + 1, value - 1]
    if (kind is str or kind is bytes or kind is list or kind is tuple) and value:
        at = drawn(len(value))
        if kind is list or kind is tuple:
            part = kind([[*(near(value[at], depth + 1) if depth < 40 else []), unlike(value[at])][0]])
        else:
            part = word(1) if kind is str else word(1).encode()
        return [value[:at] + part + value[at + 1:], value[:at] + value[at + 1:]]
    if (kind is dict or kind is set or kind is frozenset) and value:
        left_out = list(value)[drawn(len(value))]
        parts = [each for each in value if each is not left_out]
        return [{each: value[each] for each in parts} if kind is dict else kind(parts)]
    return []


def shuffled(items):
    """In an order that nobody can predict."""
    return [each for _, _, each in sorted((drawn(2**60), place, each) for place, each in enumerate(items))]


def is_approximation(kind):
    """Whether pytest made it: all that is near is equal to it, and rightly so."""
    module = sys.modules.get('_pytest.python_api')
    return module is not None and any(each is kind for name, each in vars(module).items() if name.startswith('Approx'))


def unlike(value, depth=0):
    """A value of the same type and another content."""
    kind = type(value)
    if kind is bool:
        return not value
    if kind is int or kind is float:
        return value + kind((10**6 + drawn(10**9)) * (1 - 2 * drawn(2))) * (1 + abs(value))
    if kind is str:
        return word(max(8, len(value)))
    if kind is bytes:
        return word(max(8, len(value))).encode()
    if id(kind) in COPIED and value and depth < 40:
        return kind([unlike(each, depth + 1) for each in value])
    if kind is dict and value and depth < 40:
        return {key: unlike(each, depth + 1) for key, each in value.items()}
    return [object()] if kind is list else (object(),) if kind is tuple else {word(): object()} if kind is dict else {object()}


def word(length=12):
    return ''.join([LETTERS[drawn(len(LETTERS))] for _ in range(min(length, 200))])


def drawn(below):
    """A number that nobody can predict: tests seed the generator that all share, and libraries can replace its functions."""
    return int.from_bytes(RANDOM(8), 'big') % below
