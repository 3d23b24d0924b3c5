"""The functions that take the place of assertions. They tell what they are given and decide nothing."""
import _thread
import random as randomness
import sys
import types

PLAIN = (int, str, bytes, float, bool, list, tuple, dict, set, frozenset, type(None))
# Nobody can change these, nor what they are equal to.
SCALARS = (int, str, bytes, float, bool, type(None))
ORDER = 'vko'
LESS = 'got an object that decides itself what is true of it'
LETTERS = 'abcdefghijklmnopqrstuvwxyz'
# Comparisons with values that are different ones each time.
PROBES = 3


def observers(send, names):
    """By their names in this run. Each takes a site, and next what each value must be at least: a letter for each, `v`alue, `k`nown or
    `o`bject, or nothing where all is allowed. Nothing is compared with a value that is less: an object would learn what is expected.

    value: takes a tuple of the site and what it got; same, differs: both sides; truth: the condition and its values;
    inner: the same, and returns what the condition is; block: a context manager, and returns one; call, raising: a function and its arguments
    """

    # Tests may seed the generator that all share.
    random = randomness.SystemRandom()
    # A thread cannot tell something while another one does.
    lock = _thread.RLock()
    seen = set()

    def value(told):
        with lock:
            send(told)

    def keep(values):
        with lock:
            # A process that was forked tells nothing, and is not told anything.
            return send(('keep', *values)) or (0, '')

    def tell(kept, site, truth):
        with lock:
            send(('kept', kept, site, truth))

    def same(site, wanted, left, right):
        kept, standings = keep((left, right))
        if is_less(standings, wanted):
            tell(kept, site, False)
        else:
            equal = not not (left == right)
            tell(kept, site, equal and not equals_anything(left, right, random))

    def differs(site, wanted, left, right):
        kept, standings = keep((left, right))
        if is_less(standings, wanted):
            tell(kept, site, True)
        else:
            equal = not not (left == right)
            tell(kept, site, not (equal and not equals_anything(left, right, random)))

    def truth(site, wanted, condition, *values):
        kept, standings = keep(values)
        tell(kept, site, False if is_less(standings, wanted) else condition(*values))

    def inner(site, wanted, condition, *values):
        if wanted and (not wanted.strip('o') or all(type(each) in SCALARS for each in values)):
            return condition(*values)
        kept, standings = keep(values)
        if is_less(standings, wanted):
            tell(kept, site, False)
            raise AssertionError(LESS)
        if not wanted and (site, standings) not in seen:
            seen.add((site, standings))
            tell(kept, site, True)
        return condition(*values)

    def call(site, wanted, function, /, *values, **named):
        kept, standings = keep((*calls_of(function), *values, None))
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
             'block': block}
    return {names[name]: function for name, function in found.items()}


def is_less(standings, wanted):
    """Whether one of the values is less than it must be."""
    return any(ORDER.index(own) > ORDER.index(least) for own, least in zip(standings, wanted))


def calls_of(function):
    """The calls of a mock, if one of its methods is called: it compares them with those that are expected."""
    if type(function) is not types.MethodType:
        return ()
    mocks = sys.modules.get('unittest.mock')
    owner = function.__self__
    if mocks is None or not issubclass(type(owner), mocks.NonCallableMock):
        return ()
    return ([list(tuple.__iter__(each)) for each in owner.mock_calls if issubclass(type(each), tuple)],)


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
    if type(side) in PLAIN:
        return False
    try:
        if side == Probe() and side == word(random) and side == -random.randrange(10**6, 10**12):
            return True
        # Of the kind that is expected, and never what is expected.
        return type(other) in PLAIN and other is not None and all(side == unlike(other, random) for _ in range(PROBES))
    except Exception:
        return False


def unlike(value, random, depth=0):
    """A value of the same type and another content."""
    kind = type(value)
    if kind is bool:
        return not value
    if kind is int or kind is float:
        return value + kind(random.choice((-1, 1)) * random.randrange(10**6, 10**9))
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
