"""The functions that take the place of assertions. They tell what they are given and decide nothing."""
import collections
import itertools
import random as randomness
import sys
import types

PLAIN = (int, str, bytes, float, bool, list, tuple, dict, set, frozenset, type(None))
# Nobody can change these, nor what they are equal to.
SCALARS = (int, str, bytes, float, bool, type(None))
ORDER = 'vko'
# Nobody can change what is in them by being asked for it.
LISTED = (range, collections.deque, type({}.keys()), type({}.values()), type({}.items()))
# With more of them, it is too large to be told.
MOST_PARTS = 20_001
SIMPLE = frozenset(SCALARS)
FULL = object()
# The attributes of a mock that its methods compare with what is expected.
READS = {'assert_called_with': 'call_args', 'assert_called_once_with': 'call_args', 'assert_any_call': 'call_args_list',
         'assert_has_calls': 'mock_calls', 'assert_awaited_with': 'await_args', 'assert_awaited_once_with': 'await_args',
         'assert_any_await': 'await_args_list', 'assert_has_awaits': 'await_args_list'}
LESS = 'got an object that decides itself what is true of it'
LETTERS = 'abcdefghijklmnopqrstuvwxyz'
# Comparisons with values that are different ones each time.
PROBES = 3


def observers(send, names, lock):
    """By their names in this run. Each takes a site, and next what each value must be at least: a letter for each, `v`alue, `k`nown or
    `o`bject, or nothing where all is allowed. Nothing is compared with a value that is less: an object would learn what is expected.

    value: takes a tuple of the site and what it got; hay: the same of a container in which something is looked for; same, differs: both
    sides; truth: the condition and its values; inner: the same, and returns what the condition is; block: a context manager, and returns
    one; call, raising: a function and its arguments; mocked: the name of a method of a mock, the mock, and the arguments

    lock: a thread cannot tell something while another one does
    """

    # Tests may seed the generator that all share.
    random = randomness.SystemRandom()
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
        if type(left) in SCALARS and type(right) in SCALARS:
            return value((site, left == right, left, right))
        kept, standings, (left, right) = kept_of(keep, (left, right))
        if is_less(standings, wanted):
            tell(kept, site, False)
        else:
            equal = not not (left == right)
            tell(kept, site, equal and not equals_anything(left, right, random))

    def differs(site, wanted, left, right):
        if type(left) in SCALARS and type(right) in SCALARS:
            return value((site, left != right, left, right))
        kept, standings, (left, right) = kept_of(keep, (left, right))
        if is_less(standings, wanted):
            tell(kept, site, True)
        else:
            equal = not not (left == right)
            tell(kept, site, not (equal and not equals_anything(left, right, random)))

    def truth(site, wanted, condition, *values):
        if all(type(each) in SCALARS for each in values):
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
        return Block(manager, value, site)

    found = {'value': value, 'same': same, 'differs': differs, 'truth': truth, 'inner': inner, 'call': call, 'raising': raising,
             'block': block, 'mocked': mocked, 'hay': hay}
    return {names[name]: function for name, function in found.items()}


def is_less(standings, wanted):
    """Whether one of the values is less than it must be."""
    return any(ORDER.index(own) > ORDER.index(least) for own, least in zip(standings, wanted))


def listed(found):
    """A container of the interpreter or of numpy that has the same parts as a list; all else as it is."""
    kind, numpy = type(found), sys.modules.get('numpy')
    if numpy is not None and kind is numpy.ndarray:
        return found if found.dtype.hasobject or found.ndim != 1 else found.tolist()
    return list(itertools.islice(found, MOST_PARTS)) if kind in LISTED else found


def kept_of(keep, values):
    """Copies take the place of plain values. Others stay what they are: an object may be equal only to itself."""
    kept, standings, copies = keep(values)
    return kept, standings, [copy if letter == 'v' else value for value, copy, letter in zip(values, copies, standings)]


def flat(value):
    """A value that nobody can change, or a copy of a container of such values; FULL for all else."""
    kind = type(value)
    if kind in SCALARS:
        return value
    if kind in (list, tuple, set, frozenset):
        copy = list(value)
        return kind(copy) if SIMPLE.issuperset(map(type, copy)) else FULL
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


class Block:
    """A block that fails unless something is raised in it: tells that it did not fail."""

    def __init__(self, manager, tell, site):
        self.manager = manager
        self.tell = tell
        self.site = site

    def __enter__(self):
        return self.manager.__enter__()

    def __exit__(self, kind, error, traceback):
        result = self.manager.__exit__(kind, error, traceback)
        if kind is None or result:
            self.tell((self.site, True))
        return result


class Probe:
    """Equal to nothing but itself."""


def equals_anything(left, right, random):
    """An object that is equal to objects it has never seen proves nothing by being equal."""
    return is_equal_to_others(left, right, random) or is_equal_to_others(right, left, random)


def is_equal_to_others(side, other, random):
    if type(side) in PLAIN or is_approximation(type(side)):
        return False
    try:
        if side == Probe() and side == word(random) and side == -random.randrange(10**6, 10**12):
            return True
        # Of the kind that is expected, and never what is expected.
        return type(other) in PLAIN and other is not None and all(is_equal_to(side, unlike(other, random), other) for _ in range(PROBES))
    except Exception:
        return False


def is_equal_to(side, probe, other):
    """Infinity is not another number, whatever is added."""
    return not (probe == other) and side == probe


def is_approximation(kind):
    """Whether pytest made it: all that is near is equal to it, and rightly so."""
    module = sys.modules.get('_pytest.python_api')
    return module is not None and any(each is kind for name, each in vars(module).items() if name.startswith('Approx'))


def unlike(value, random, depth=0):
    """A value of the same type and another content."""
    kind = type(value)
    if kind is bool:
        return not value
    if kind is int or kind is float:
        return value + kind(random.choice((-1, 1)) * random.randrange(10**6, 10**9)) * (1 + abs(value))
    if kind is str:
        return word(random, max(8, len(value)))
    if kind is bytes:
        return word(random, max(8, len(value))).encode()
    if kind in (list, tuple, set, frozenset) and value and depth < 40:
        return kind([unlike(each, random, depth + 1) for each in value])
    if kind is dict and value and depth < 40:
        return {key: unlike(each, random, depth + 1) for key, each in value.items()}
    return [Probe()] if kind is list else (Probe(),) if kind is tuple else {word(random): Probe()} if kind is dict else {Probe()}


def word(random, length=12):
    return ''.join(random.choice(LETTERS) for _ in range(min(length, 200)))
