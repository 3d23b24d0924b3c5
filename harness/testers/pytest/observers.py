"""The functions that take the place of assertions. They tell what they are given and decide nothing."""
import _thread
import random as randomness

PLAIN = (int, str, bytes, float, bool, list, tuple, dict, set, frozenset, type(None))
LETTERS = 'abcdefghijklmnopqrstuvwxyz'
# Comparisons with values that are different ones each time.
PROBES = 3


def observers(send, names):
    """By their names in this run: `value` takes a tuple, `same` and `differs` take a site and both sides."""

    # Tests may seed the generator that all share.
    random = randomness.SystemRandom()
    # A thread cannot tell something while another one does.
    lock = _thread.RLock()

    def value(told):
        with lock:
            send(told)

    def same(site, left, right):
        equal = not not (left == right)
        value((site, equal and not equals_anything(left, right, random), left, right))

    def differs(site, left, right):
        equal = not not (left == right)
        value((site, not (equal and not equals_anything(left, right, random)), left, right))

    return {names['value']: value, names['same']: same, names['differs']: differs}


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
