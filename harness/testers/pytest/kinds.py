"""How far objects of a class can be trusted to compare themselves honestly: those of produced code may be equal to everything."""
import collections
import datetime
import decimal
import fractions

# Of CPython's object.h: a class that is made while a program runs. Native code alone makes others.
HEAP_TYPE = 1 << 9
# Objects that cannot change, and whose comparisons run no other code, except that of the time zone of an aware datetime.
ATOMS = (complex, range, decimal.Decimal, datetime.date, datetime.datetime, datetime.time, datetime.timedelta, datetime.timezone)
ZONED = (datetime.datetime, datetime.time)
# Dictionaries of the standard library: what is in them is read without them.
DICTIONARIES = (collections.OrderedDict, collections.defaultdict, collections.Counter)


def kinds():
    """Two functions: one says of an object and its class whether it is `atom`, `known` (the class exists now), or any `object`;
    the other one gives the number or dictionary that an object is.
    """
    own, todo = {}, [object]
    while todo:
        kind = todo.pop()
        if id(kind) not in own:
            # The class is kept, so that no other one gets its identity.
            own[id(kind)] = kind
            todo.extend(type.__subclasses__(kind))
    atoms, zoned = {id(kind) for kind in ATOMS}, {id(kind) for kind in ZONED}

    def standing(value, kind):
        if id(kind) in zoned and value.tzinfo is not None:
            return standing(value.tzinfo, type(value.tzinfo))
        return 'atom' if id(kind) in atoms else 'known' if id(kind) in own else 'object'

    return standing, plain_of


def plain_of(value, kind):
    """The number that a number of numpy or an exact fraction is, and the dictionary that one of `collections` is; any other value as it is."""
    if kind is fractions.Fraction:
        return number_of(value)
    if kind in DICTIONARIES:
        return dict(dict.items(value))
    flags, module = (vars(type)[name].__get__(kind) for name in ('__flags__', '__module__'))
    if flags & HEAP_TYPE or type(module) is not str or module != 'numpy' or not hasattr(kind, 'item'):
        return value
    return value if kind.__name__ == 'ndarray' else kind.item(value)


def number_of(fraction):
    """It can be changed, so that its parts may be objects."""
    parts = fraction._numerator, fraction._denominator
    if not all(type(each) is int and each.bit_length() < 1000 for each in parts) or parts[1] == 0:
        return fraction
    number = parts[0] / parts[1]
    return number if number.as_integer_ratio() == parts else fraction
