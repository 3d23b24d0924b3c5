"""Constructs that skip, hide or answer an assertion: an adapted test may not contain more of them than the reference."""
import ast
from collections import Counter

from reading import BUILTINS, SCOPES, callee, dump

COUNTED = (ast.Try, ast.If, ast.While, ast.IfExp, ast.BoolOp, ast.Not, ast.Break, ast.Continue, ast.Raise, ast.Delete,
           ast.Global, ast.Nonlocal, ast.Lambda, ast.NamedExpr, ast.operator, ast.cmpop, ast.Return, ast.Yield, ast.YieldFrom,
           *(getattr(ast, name) for name in ('TryStar', 'Match') if hasattr(ast, name)))
SUSPECT = {
    'eval', 'exec', 'compile', '__import__', 'globals', 'locals', 'vars', 'setattr', 'delattr', 'getattr', 'skip', 'skipif',
    'xfail', 'importorskip', 'exit', 'quit', '_exit', 'kill', 'abort', 'suppress', 'monkeypatch', 'patch', 'mock', 'Mock',
    'MagicMock', 'mocker', 'SimpleNamespace', 'namedtuple', 'input', 'print', 'open', 'breakpoint', 'pytestmark', '__test__',
    'pytest_plugins', 'skipTest', 'SkipTest', 'expectedFailure', 'usefixtures', 'warns', 'approx', 'ANY', 'write',
    'write_text', 'write_bytes', 'type', 'next', 'partial', 'settrace', 'fail', 'super', 'property', 'object',
}
# Modules of Python that only compute.
HARMLESS = {'__future__', 'io', 'math', 'decimal', 'datetime', 'fractions', 'pathlib', 'collections', 're', 'json', 'typing',
            'dataclasses', 'string', 'textwrap', 'asyncio', 'copy', 'itertools', 'enum', 'uuid', 'pytest', 'time', 'base64'}
STATEMENTS = (ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign, *SCOPES)
# Methods of strings and containers that change nothing.
PURE = {'join', 'encode', 'decode', 'items', 'keys', 'values', 'format', 'splitlines', 'strip', 'lstrip', 'rstrip', 'split',
        'append', 'extend', 'add', 'lower', 'upper', 'copy', 'replace', 'index', 'count', 'startswith', 'endswith', 'run',
        'resolve', 'joinpath', 'as_posix', 'mkdir', 'date', 'time', 'param', 'mark', 'getvalue', 'read', 'seek'}


def problems(reference, adapted, project):
    yield from file_problems(reference, adapted, project)
    for name, node in adapted.functions().items():
        own = reference.functions().get(name)
        if own is not None:
            yield from body_problems(name, own, node, adapted.scope(name))


def file_problems(reference, adapted, project):
    known = {each.partition('.')[0] for each in reference.modules}
    for module in adapted.modules:
        top = module.partition('.')[0]
        if top not in known and top not in HARMLESS and top not in project:
            yield f'it imports {module}, which neither the reference test nor the project has'
    for name, is_library in adapted.imported.items():
        if is_library and reference.imported.get(name) is False:
            yield f'it takes {name} from the project, which the reference test takes from elsewhere'
    shadowed = (set(adapted.imported) | set(adapted.defined) | set(adapted.constants.values)) & (BUILTINS | {'pytest'})
    for name in sorted(shadowed):
        if name not in reference.imported and name not in reference.defined and name not in reference.constants.values \
                and not (name == 'pytest' and 'pytest' in adapted.modules):
            yield f'it gives another meaning to {name}'
    before, now = names_in(reference.tree), names_in(adapted.tree)
    for name in sorted(SUSPECT | {each for each in now if each.startswith('__')}):
        if now[name] > before[name] and name not in ('__init__', '__name__', '__len__'):
            yield f'it uses {name}, which the reference test does not use as often'
    yield from statement_problems(reference.tree.body, adapted.tree.body)
    for name, node in adapted.defined.items():
        own = reference.defined.get(name)
        if isinstance(node, ast.ClassDef) and isinstance(own, ast.ClassDef):
            yield from statement_problems(own.body, node.body)


def statement_problems(reference, adapted):
    kinds = Counter(type(node) for node in reference if not is_text(node))
    for node in adapted:
        if isinstance(node, STATEMENTS) or isinstance(node, ast.Pass) or is_text(node):
            continue
        kinds[type(node)] -= 1
        if kinds[type(node)] < 0:
            yield f'line {node.lineno}: it runs a statement outside of its tests, which the reference test does not'


def is_text(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def names_in(tree):
    found = Counter()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            found[node.id] += 1
        elif isinstance(node, ast.Attribute):
            found[node.attr] += 1
        elif isinstance(node, ast.alias):
            # The import of a name and its use are one.
            found[(node.asname or node.name).rpartition('.')[2]] += 0
            if node.asname and node.name.rpartition('.')[2] in SUSPECT:
                found[node.name.rpartition('.')[2]] += 1
        elif isinstance(node, ast.arg):
            found[node.arg] += 1
    return found


def body_problems(name, reference, adapted, scope):
    before, now = counts(reference), counts(adapted)
    for kind in sorted(now, key=lambda each: each.__name__):
        if now[kind] > before[kind]:
            yield f'{name}: it contains more of {kind.__name__} than the reference test'
    if stores(adapted) > stores(reference):
        yield f'{name}: it sets an attribute or an element that the reference test does not set'
    extra = methods_elsewhere(adapted, scope) - set(named_calls(reference)) - PURE
    for each in sorted(extra):
        yield f'{name}: it calls {each}(), which is neither a function of the project nor called by the reference test'


def counts(function):
    found = Counter()
    for node in ast.walk(function):
        if isinstance(node, COUNTED):
            found[type(node)] += 1
        elif isinstance(node, ast.comprehension):
            found[ast.If] += len(node.ifs)
        elif isinstance(node, SCOPES) and node is not function:
            found[ast.ClassDef if isinstance(node, ast.ClassDef) else ast.FunctionDef] += 1
    return found


def stores(function):
    return sum(1 for node in ast.walk(function)
               if isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.ctx, ast.Store)
               and not (isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == 'self'))


def named_calls(function):
    return [callee(node) for node in ast.walk(function) if isinstance(node, ast.Call)]


def methods_elsewhere(function, scope):
    """Names of methods of values that do not come from the library."""
    return {node.func.attr for node in ast.walk(function)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
            and not scope.comes_from_library(node.func) and not is_module(node.func.value, scope)
            and not node.func.attr.lower().startswith('assert')}


def is_module(node, scope):
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name) and node.id in scope.file.imported


def same(a, b):
    return (a is None and b is None) or (a is not None and b is not None and dump(a) == dump(b))
