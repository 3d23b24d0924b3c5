"""Functions of the judge that others can find, and cannot look into: a function of Python leads to its module and to its variables."""
import functools

CALLED = functools._lru_cache_wrapper


def opaque(function):
    """Calls the function and does not lead to it: an object of C without attributes, which keeps no results."""
    called = CALLED(function, 0, False, tuple)
    vars(called).clear()
    return called
