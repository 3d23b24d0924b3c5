"""The code around the tests: an adapted test may not act there, or take over the machinery that runs tests."""
import ast
import unittest

from events import has_assertion
from helpers import nested
from reading import FUNCTIONS, SCOPES, callee

MACHINERY = set(dir(unittest.TestCase)) | {'pytest_generate_tests', 'setup_module', 'teardown_module'}
# Names that tests usually define.
USUAL = {'setUp', 'tearDown', 'setUpClass', 'tearDownClass', 'maxDiff', 'longMessage', '__module__', '__doc__', '__init__'}


def problems(reference, adapted):
    before, now = [uses_outside(file) for file in (reference, adapted)]
    if len(now) > len(before):
        yield f'line {now[-1].lineno}: it uses the project outside of its tests, which the reference test does not do with the library'
    for name in sorted(machinery(adapted.tree) - machinery(reference.tree)):
        yield f'it gives another meaning to {name}, by which tests are run'
    for name, node in adapted.defined.items():
        own = reference.defined.get(name)
        if isinstance(node, ast.ClassDef) and isinstance(own, ast.ClassDef) and len(members(node)) > len(members(own)):
            yield f'{name}: it has more members than in the reference test'
    for name, node in adapted.functions().items():
        own = reference.functions().get(name)
        if own is None:
            continue
        if direct_calls(node) > direct_calls(own):
            yield f'{name}: it calls a function of its own that the reference test leaves to the library'
        if unused(node, adapted.scope(name)) > unused(own, reference.scope(name)):
            yield f'{name}: it uses the project without reading the result, more often than the reference test does with the library'


def uses_outside(file):
    """Calls that have to do with the library in statements of the module and of classes."""
    bodies = [file.tree.body, *(node.body for node in file.defined.values() if isinstance(node, ast.ClassDef))]
    statements = [each for body in bodies for each in body if not isinstance(each, SCOPES)]
    return [each for statement in statements for each in ast.walk(statement)
            if isinstance(each, (ast.Call, ast.Subscript, ast.BinOp, ast.Compare)) and file.constants.from_library(each)]


def machinery(tree):
    """Names of the machinery that a file binds in classes or as attributes."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            found |= {name for each in node.body for name in bound_in(each)}
        elif isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            found.add(node.attr)
    return {name for name in found if name in MACHINERY - USUAL}


def bound_in(statement):
    if isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
        return {statement.name}
    return {each.id for each in ast.walk(statement) if isinstance(each, ast.Name) and not isinstance(each.ctx, ast.Load)} | {
        (each.asname or each.name).partition('.')[0] for node in ast.walk(statement)
        if isinstance(node, (ast.Import, ast.ImportFrom)) for each in node.names}


def members(node):
    return [each for each in node.body if not isinstance(each, ast.Pass)
            and not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))]


def unused(function, scope):
    """Statements that use the library and whose value is not read. They could only make a test fail."""
    read = {each.id for each in ast.walk(function) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)}
    found = 0
    for each in ast.walk(function):
        if isinstance(each, ast.Expr):
            found += scope.from_library(each.value) and not has_assertion(each)
        elif isinstance(each, ast.Assign) and all(isinstance(target, ast.Name) and target.id not in read for target in each.targets):
            found += scope.from_library(each.value)
    return found


def direct_calls(function):
    """Calls of the functions inside of a function, by itself."""
    names = {each.name for each in nested(function)}
    return sum(1 for each in ast.walk(function) if isinstance(each, ast.Call) and isinstance(each.func, ast.Name) and callee(each) in names)
