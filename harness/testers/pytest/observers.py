"""The functions that take the place of assertions. They tell what they are given and decide nothing."""


def observers(send, names):
    """By their names in this run: `value` takes a tuple, `same` and `differs` take a site and both sides."""

    def same(site, left, right):
        equal = not not (left == right)
        send((site, equal and not equals_anything(left, right), left, right))

    def differs(site, left, right):
        equal = not not (left == right)
        send((site, not (equal and not equals_anything(left, right)), left, right))

    return {names['value']: send, names['same']: same, names['differs']: differs}


class Probe:
    """Equal to nothing but itself."""


def equals_anything(left, right):
    """An object that is equal to objects it has never seen proves nothing by being equal."""
    plain = (int, str, bytes, float, bool, list, tuple, dict, set, frozenset, type(None))
    for side in (left, right):
        if type(side) in plain:
            continue
        try:
            if side == Probe() and side == '\x00probe' and side == -8_765_432_109:
                return True
        except Exception:
            continue
    return False
