"""How far objects of a class can be trusted to compare themselves honestly: those of produced code may be equal to everything."""
import datetime
import decimal
import enum
import sys
import weakref

try:
    import zoneinfo
except ImportError:
    # Since Python 3.9.
    zoneinfo = None

# Of CPython's object.h: a class that is made while a program runs. Native code alone makes others.
HEAP_TYPE = 1 << 9
# Objects that cannot change, and whose comparisons run no other code.
ATOMS = (complex, range, decimal.Decimal, datetime.date, datetime.datetime, datetime.time, datetime.timedelta, datetime.timezone)
if zoneinfo is not None:
    ATOMS += (zoneinfo.ZoneInfo,)
# Their time zone, if they have one, takes part in comparisons.
ZONED = (datetime.datetime, datetime.time)
# They are equal to everything, or decide as another object does.
DECEIVING = (('unittest.mock', '_ANY'), ('numpy.ma.core', 'MaskedArray'), ('numpy.ma', 'MaskedArray'), ('werkzeug.local', 'LocalProxy'))
# A number above it takes long to be written out.
LARGEST_EXPONENT = 300


def kinds():
    """Three functions. The first says of an object and its class whether it is `atom`, `known` (the class exists now), or any `object`. The
    second gives the number or text that an object is, and the third one the parts of an object that stands for them. Both give the object
    itself if it is nothing of the kind.
    """
    own, todo = {}, [object]
    while todo:
        kind = todo.pop()
        if id(kind) not in own:
            # The class is kept, so that no other one gets its identity.
            own[id(kind)] = kind
            todo.extend(type.__subclasses__(kind))
    atoms, zoned = {id(kind) for kind in ATOMS}, {id(kind) for kind in ZONED}
    deceiving = {id(vars(sys.modules[module]).get(name)) for module, name in DECEIVING if module in sys.modules}
    deceiving |= {id(weakref.ProxyType), id(weakref.CallableProxyType)}
    mocks = vars(sys.modules['unittest.mock']) if 'unittest.mock' in sys.modules else {}
    numpy = sys.modules.get('numpy')
    array = None if numpy is None else numpy.ndarray

    def standing(value, kind):
        if id(kind) in zoned and value.tzinfo is not None:
            # Of a class that existed before, it says the same each time.
            return 'atom' if standing(value.tzinfo, type(value.tzinfo)) != 'object' else 'object'
        if array is not None and kind is array:
            return 'object' if value.dtype.hasobject else 'atom'
        return 'atom' if id(kind) in atoms else 'known' if id(kind) in own and id(kind) not in deceiving else 'object'

    def plain_of(value, kind):
        if kind is decimal.Decimal:
            return decimal_of(value)
        if id(kind) in own and issubclass(kind, enum.Enum):
            return int.__index__(value) if issubclass(kind, int) else str.__str__(value) if issubclass(kind, str) else value
        return numpy_of(value, kind)

    def parts_of(value, kind):
        if kind is mocks.get('_Call') and mocks:
            return tuple(tuple.__iter__(value))
        return list(list.__iter__(value)) if mocks and kind is mocks.get('_CallList') else value

    return standing, plain_of, parts_of


def numpy_of(value, kind):
    flags, module = (vars(type)[name].__get__(kind) for name in ('__flags__', '__module__'))
    if flags & HEAP_TYPE or type(module) is not str or module != 'numpy' or not hasattr(kind, 'item'):
        return value
    return value if kind.__name__ == 'ndarray' else kind.item(value)


def decimal_of(value):
    if not value.is_finite() or abs(value.adjusted()) > LARGEST_EXPONENT:
        return value
    number = float(value)
    # The constructor may raise instead: a context can forbid floats.
    return number if decimal.Decimal.from_float(number) == value else value
