"""Work on values that the project gave: an adapted test does to them what the reference test does to those of the library, and no more.

`echo('km').ljust(8)` is the work of a text, and not of the project. The type of a value is known only when the test runs, so the value is
handed to a guard there, which raises if Python itself would do the work.
"""
import ast

from keeping import deep, shown
from reading import FUNCTIONS, SCOPES, Scope, dump

NAME = '_pe_own'
SLICE, ITEM = ':', '['
# Conversions that compute nothing.
CONVERSIONS = ('copy', 'item', 'tolist')
# Builtin types whose methods do the work of algorithms, and modules with such types.
DATA = ('str', 'bytes', 'bytearray', 'int', 'float', 'complex', 'bool', 'list', 'tuple', 'dict', 'set', 'frozenset', 'range', 'memoryview',
        'slice', 'zip', 'map', 'filter', 'enumerate', 'reversed')
MODULES = ('array', 'base64', 'binascii', 'bisect', 'calendar', 'cmath', 'collections', '_collections', 'colorsys', 'copy', 'csv', '_csv',
           'datetime', 'decimal', '_decimal', 'difflib', 'email', 'fractions', 'functools', 'hashlib', '_hashlib', 'heapq', 'html',
           'ipaddress', 'itertools', 'json', 'math', 'numbers', 'numpy', 'operator', '_operator', 'pandas', 'random', 're', '_sre', 'scipy',
           'shlex', 'statistics', 'string', 'struct', '_struct', 'textwrap', 'unicodedata', 'urllib', 'uuid', 'zlib', 'zoneinfo')
# Python's own way to ask a type, which a metaclass cannot answer in its place.
GUARD = """


class _PeWork(BaseException):
    pass


def _pe_own(value, name, type=type, module=type(__import__('sys')), texts=(str, bytes, bytearray), sequences=(list, tuple, range)):
    kind = type(value)
    order = type.__dict__['__mro__'].__get__(kind)
    if type in order:
        order = type.__dict__['__mro__'].__get__(value)
    if name == '[' or name == ':':
        does = any(each in order for each in (texts if name == '[' else texts + sequences))
    elif kind is module:
        does = str(value.__dict__.get('__name__')).partition('.')[0] in %(modules)r
    else:
        owners = [each for each in order if name in type.__dict__['__dict__'].__get__(each)]
        places = [(type.__dict__['__module__'].__get__(each), type.__dict__['__name__'].__get__(each)) for each in owners]
        does = any(place == 'builtins' and each in %(data)r or place != 'collections.abc' and str(place).partition('.')[0] in %(modules)r
                   for place, each in places)
    if does:
        raise _PeWork(%(mark)r + name)
    return value
"""


def guarded(text, reference, adapted, mark):
    """The adapted test with guards. Its lines stay where they are.

    mark: begins the message of the guard. Nobody else knows it.
    """
    edits = []
    for node, scope, place in beyond(reference, adapted):
        if place == 'function':
            value, name = node.value, node.attr if isinstance(node, ast.Attribute) else SLICE if is_slice(node) else ITEM
            edits += [(value.lineno, value.col_offset, f'{NAME}('), (value.end_lineno, value.end_col_offset, f', {name!r})')]
    if not edits:
        return text
    lines = text.encode('utf-8').split(b'\n')
    for line, column, piece in sorted(edits, key=lambda each: each[:2], reverse=True):
        own = lines[line - 1]
        lines[line - 1] = own[:column] + piece.encode('utf-8') + own[column:]
    return b'\n'.join(lines).decode('utf-8') + GUARD % {'modules': MODULES, 'data': DATA, 'mark': mark}


def problems(reference, adapted):
    """Work without a guard: before the functions of the file exist, and inside of texts, which have no positions."""
    for node, _, place in beyond(reference, adapted):
        if place != 'function':
            yield f'line {node.lineno}: it has {shown(node)} {place}: write it in a statement of the test'
    for node in ast.walk(adapted.tree):
        if isinstance(node, (ast.Name, ast.arg)) and (node.id if isinstance(node, ast.Name) else node.arg) in (NAME, '_PeWork'):
            yield f'line {node.lineno}: it uses {NAME}, which is a name of the judge'


def beyond(reference, adapted):
    """Attributes and parts of values of the project that the reference test does not ask of those of the library."""
    known = {key(node, scope, called) for node, scope, _, called in operations(reference) if scope.from_library(node.value)}
    modules = modules_in(adapted.tree)
    for node, scope, place, called in operations(adapted):
        if scope.comes_from_library(node.value) and dotted(node.value) not in modules and key(node, scope, called) not in known:
            yield node, scope, place


def operations(file):
    """Attributes and parts that are read, with the scope, the place and the call of each."""
    outside = [each for each in file.tree.body if not isinstance(each, SCOPES)]
    for name, node in file.defined.items():
        outside += node.decorator_list
        if isinstance(node, FUNCTIONS):
            outside += defaults(node)
            yield from in_function(node, file.scope(name))
        else:
            outside += [each for each in node.body if not isinstance(each, SCOPES)]
    yield from in_nodes(outside, file.constants, 'outside of a function')


def in_function(function, scope):
    inner = []
    yield from in_nodes(function.body, scope, 'function', inner)
    for each in inner:
        if isinstance(each, FUNCTIONS):
            yield from in_function(each, Scope(scope.file, each.body, scope, scope.owner, each))
        else:
            for one in each.body:
                if isinstance(one, FUNCTIONS):
                    yield from in_function(one, Scope(scope.file, one.body, scope, scope.owner, one))


def in_nodes(nodes, scope, place, inner=None):
    todo = [(each, place, None) for each in nodes]
    while todo:
        node, where, call = todo.pop()
        if isinstance(node, SCOPES):
            if inner is not None:
                inner.append(node)
                todo += [(each, where, None) for each in node.decorator_list]
            continue
        if isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.ctx, ast.Load):
            if not (isinstance(node, ast.Attribute) and (node.attr.startswith('__') or node.attr in CONVERSIONS)):
                yield node, scope, where, call
        if isinstance(node, ast.JoinedStr):
            where = 'inside of a text'
        for each in ast.iter_child_nodes(node):
            todo.append((each, where, node if isinstance(node, ast.Call) and each is node.func else None))


def defaults(function):
    return [each for each in (*function.args.defaults, *function.args.kw_defaults) if each is not None]


def key(node, scope, call):
    """The same for both tests if they do the same to a value."""
    if isinstance(node, ast.Subscript):
        return 'part', part(node.slice, scope)
    given = None if call is None else tuple(part(each, scope) for each in (*call.args, *call.keywords))
    return node.attr, given


def part(node, scope):
    return 'of the library' if scope.from_library(node) else dump(deep(node, scope))


def is_slice(node):
    return any(isinstance(each, ast.Slice) for each in ast.walk(node.slice))


def modules_in(tree):
    """Names and paths that surely are modules."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for each in node.names:
                parts = each.name.split('.')
                found |= {each.asname} if each.asname else {'.'.join(parts[:index + 1]) for index in range(len(parts))}
    return found


def dotted(node):
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return '.'.join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else None
