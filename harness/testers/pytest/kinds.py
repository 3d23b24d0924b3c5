"""How far objects of a class can be trusted to compare themselves honestly: those of produced code may be equal to everything."""
import datetime
import decimal

# Of CPython's object.h: a class that is made while a program runs. Native code alone makes others.
HEAP_TYPE = 1 << 9
# Objects that cannot change, and whose comparisons run no other code, except that of the time zone of an aware datetime.
ATOMS = (complex, range, decimal.Decimal, datetime.date, datetime.datetime, datetime.time, datetime.timedelta)


def kinds():
    """Two functions: one says of a class whether its objects are `atom`, `known` (the class exists now), or any `object`;
    the other one gives the number that an object is.
    """
    own, todo = {}, [object]
    while todo:
        kind = todo.pop()
        if id(kind) not in own:
            # The class is kept, so that no other one gets its identity.
            own[id(kind)] = kind
            todo.extend(type.__subclasses__(kind))
    atoms = {id(kind) for kind in ATOMS}

    def standing(kind):
        return 'atom' if id(kind) in atoms else 'known' if id(kind) in own else 'object'

    return standing, number_of


def number_of(value, kind):
    """The number that a number of numpy is; any other value as it is."""
    flags, module = (vars(type)[name].__get__(kind) for name in ('__flags__', '__module__'))
    if flags & HEAP_TYPE or type(module) is not str or module != 'numpy' or not hasattr(kind, 'item'):
        return value
    return value if kind.__name__ == 'ndarray' else kind.item(value)
