"""Changes of values that are not the project's: an expected value may not be changed after it is written down."""
import ast
from collections import Counter

from keeping import deep
from reading import SCOPES, dump

MUTATING = {'append', 'extend', 'add', 'insert', 'remove', 'pop', 'popitem', 'popleft', 'appendleft', 'extendleft', 'clear',
            'update', 'setdefault', 'sort', 'reverse', 'discard', 'rotate', 'difference_update', 'intersection_update',
            'symmetric_difference_update', 'subtract'}


def problems(reference, adapted):
    before, now = [mutations(file.tree.body, file.constants) for file in (reference, adapted)]
    yield from more_problems(before, now, 'the module')
    for name, node in adapted.defined.items():
        own = reference.defined.get(name)
        if type(own) is not type(node):
            continue
        scopes = [file.constants if isinstance(node, ast.ClassDef) else file.scope(name) for file in (reference, adapted)]
        yield from more_problems(mutations(own.body, scopes[0]), mutations(node.body, scopes[1]), name)


def more_problems(before, now, where):
    for each in sorted(now - before, key=repr):
        yield f'{where}: it changes a value with {each[0]}, where the reference test does not'


def mutations(body, scope):
    """Changes by what is done and with which values; definitions of the module and of classes are left out."""
    found = Counter()
    top = [each for each in body if scope.function is not None or not isinstance(each, SCOPES)]
    for node in (each for statement in top for each in ast.walk(statement)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MUTATING:
            if not scope.comes_from_library(node.func.value):
                found[(node.func.attr, *(part(each, scope) for each in [*node.args, *node.keywords]))] += 1
        elif isinstance(node, (ast.Attribute, ast.Subscript)) and not isinstance(node.ctx, ast.Load):
            if not scope.comes_from_library(node.value) and not is_field(node):
                found['an assignment',] += 1
    return found


def is_field(node):
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in ('self', 'cls')


def part(node, scope):
    return 'of the library' if scope.from_library(node) else dump(deep(node, scope))
