"""Tells that a dictionary was changed, also if it was changed back: CPython counts the changes of each (`ma_version_tag`)."""
import ctypes
import gc

# Of the counter in `PyDictObject`, after the head of the object and the number of entries.
OFFSET = 24


def counter(contents):
    """Its `value` is another one after each change. `contents` is the dictionary of a module or of a class."""
    own = contents if type(contents) is dict else gc.get_referents(contents)[0]
    return ctypes.c_uint64.from_address(id(own) + OFFSET)


def are_counted():
    """Whether this interpreter counts. If not, a change that is undone cannot be noticed."""
    probe = {'a': 1, 'b': 2}
    count = counter(probe)
    seen = [count.value]
    for value in (2, 1):
        probe.get('b')
        if count.value != seen[-1]:
            return False
        probe['a'] = value
        seen.append(count.value)
    return len(set(seen)) == len(seen)
