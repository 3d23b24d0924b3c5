"""An adapted test gives the project the values that the reference test gives the library, and no others that it makes itself.

A project that returns what it is given would otherwise pass a test that hands it the expected value in another spelling.
"""
import ast

from events import events
from helpers import nested
from keeping import COMMON, deep, literal, NOTHING, shown
from reading import COMPREHENSIONS, Element, FUNCTIONS, SCOPES, callee, dump, is_raises, key_of

# Calls of Python that only change the container of a value.
CONTAINERS = {'list', 'tuple', 'set', 'frozenset', 'iter'}
# Calls of Python that a parameter such as a temporary folder may go through.
TEXTS = {'str', 'Path', 'PurePath', 'fspath', 'bytes', 'repr'}
DEEPEST = 40


def problems(reference, adapted, local):
    known = Known(reference, local)
    for scope, statements in places(adapted):
        giving = Giving(scope, known)
        for call in calls(statements, scope):
            for value in given(call):
                for each in giving.foreign(value, 0):
                    yield f'line {each.lineno}: it gives the project {shown(each)}, which the reference test does not give the library'
        yield from giving.missing(statements)


def places(file):
    """Scopes with the statements that run in them."""
    yield file.constants, [each for each in file.tree.body if not isinstance(each, SCOPES)]
    for name, node in file.defined.items():
        if isinstance(node, FUNCTIONS):
            yield file.scope(name), node.body
        else:
            yield file.constants, [each for each in node.body if not isinstance(each, SCOPES)]


def calls(statements, scope):
    """Calls and subscripts that have to do with the library, without assertions."""
    for node in (each for statement in statements for each in ast.walk(statement)):
        if isinstance(node, ast.Call) and (not is_assertion(node) or scope.comes_from_library(node.func)) and (
                scope.from_library(node.func) or any(is_function_of_library(each, scope) for each in node.args)):
            yield node
        elif isinstance(node, ast.Subscript) and scope.from_library(node.value):
            yield node


def is_function_of_library(value, scope):
    """Such as the first argument of `map(f, values)`."""
    return isinstance(value, (ast.Name, ast.Attribute)) and scope.comes_from_library(value) and scope.lookup(key_of(value) or '') is None


def is_assertion(call):
    return callee(call).lower().startswith('assert') or is_raises(call) or callee(call) in ('isinstance', 'issubclass')


def given(node):
    if isinstance(node, ast.Subscript):
        return [node.slice]
    return [*node.args, *(each.value for each in node.keywords)]


class Known:
    """The values that the reference test gives the library, and those that it expects."""

    def __init__(self, file, local):
        self.texts, self.expected = set(), []
        self.names = {}
        for scope, statements in places(file):
            for call in calls(statements, scope):
                for value in given(call):
                    self.add(value, scope, 0)
            if scope.function is not None:
                self.names[scope.function.name] = parametrised(scope.function) & {
                    each.id for call in calls(statements, scope) for value in given(call)
                    for each in ast.walk(value) if isinstance(each, ast.Name)}
            inner = nested(scope.function) if scope.function is not None else []
            for event in (each for body in (statements, *(one.body for one in inner)) for each in events(body, local)):
                if event.node is not None and not isinstance(event.node, list):
                    self.expect(event.node, scope)

    def add(self, value, scope, depth):
        """The value, its parts and all that its variables stand for."""
        if depth > DEEPEST:
            return
        if isinstance(value, Element):
            self.add(value.value, scope, depth + 1)
            return
        for each in ast.walk(value):
            if not isinstance(each, ast.expr):
                continue
            text = dump(each)
            if text in self.texts and depth > 0:
                continue
            self.texts.add(text)
            self.texts.add(dump(deep(each, scope)))
            key = key_of(each)
            for one, other in (scope.lookup(key) or ()) if key else ():
                self.add(one, other, depth + 1)

    def expect(self, node, scope):
        for each in ast.walk(node):
            if isinstance(each, ast.expr):
                value = literal(scope.resolved(each))
                if value is not NOTHING and not is_common(value):
                    self.expected.append(value)

    def is_expected(self, value):
        return any(is_equal(value, each) for each in self.expected)


def is_common(value):
    return any(value is each for each in COMMON) or value is Ellipsis


def is_equal(one, other):
    try:
        # A number as a text is the number for a project that converts it.
        return bool(one == other) or text_of(one) == text_of(other)
    except (TypeError, ValueError, RecursionError):
        return False


def text_of(value):
    return value.decode('utf-8', 'replace') if isinstance(value, bytes) else str(value)


def parametrised(function):
    """Names that decorators give values to."""
    found = set()
    for each in function.decorator_list:
        if isinstance(each, ast.Call) and callee(each) == 'parametrize' and each.args:
            names = literal(each.args[0])
            names = names.replace(',', ' ').split() if isinstance(names, str) else names
            found |= {name for name in names if isinstance(name, str)} if isinstance(names, (list, tuple)) else set()
    return found


class Giving:
    def __init__(self, scope, known):
        self.scope, self.known = scope, known
        self.parametrised = parametrised(scope.function) if scope.function is not None else set()

    def foreign(self, value, depth, scope=None):
        """Expressions in a value that the reference test does not have there."""
        scope = scope or self.scope
        if depth > DEEPEST:
            return [value]
        below = lambda values, other=None: [
            found for each in values if each is not None for found in self.foreign(each, depth + 1, other or scope)]
        if isinstance(value, Element):
            return below([value.value])
        if isinstance(value, (ast.Starred, ast.Await, ast.keyword, ast.NamedExpr)):
            return below([value.value])
        if isinstance(value, ast.Slice):
            return below([value.lower, value.upper, value.step])
        if dump(value) in self.known.texts or not is_variable(value) and dump(deep(value, scope)) in self.known.texts:
            return []
        if is_literal(value):
            return [value] if not is_common(literal(value)) and self.known.is_expected(literal(value)) else []
        key = key_of(value)
        if key:
            return self.foreign_name(value, key, scope, below)
        if isinstance(value, (ast.List, ast.Tuple, ast.Set)):
            return below(value.elts)
        if isinstance(value, ast.Dict):
            return below([*value.keys, *value.values])
        if isinstance(value, ast.Lambda):
            return below([value.body])
        if isinstance(value, COMPREHENSIONS):
            parts = [value.key, value.value] if isinstance(value, ast.DictComp) else [value.elt]
            return below([*parts, *(one for each in value.generators for one in (each.iter, *each.ifs))])
        if scope.comes_from_library(value):
            return self.foreign_of_project(value, below)
        if isinstance(value, ast.Call) and isinstance(value.func, (ast.Name, ast.Attribute)):
            name = callee(value)
            is_plain = not isinstance(value.func, ast.Attribute) or isinstance(value.func.value, ast.Name)
            if is_plain and not value.keywords and len(value.args) == 1 and (
                    name in CONTAINERS or name in TEXTS and not is_literal(value.args[0])):
                return below(value.args)
            if scope.from_library(value):
                return below([*given(value), *([value.func.value] if isinstance(value.func, ast.Attribute) else [])])
        if isinstance(value, ast.Attribute):
            return below([value.value])
        if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Div) and not is_literal(value.left):
            # A path below a folder.
            return below([value.left, value.right])
        return [value]

    def foreign_name(self, value, key, scope, below):
        found = scope.lookup(key)
        if found is None:
            return [value] if key in self.parametrised and scope is self.scope else []
        if key in scope.busy:
            return []
        scope.busy.add(key)
        try:
            return [each for one, other in found for each in below([one], other)]
        finally:
            scope.busy.discard(key)

    def foreign_of_project(self, value, below):
        """Parts of a value that the project gave: their own arguments are looked at where they are called."""
        if isinstance(value, (ast.Call, ast.Subscript, ast.Attribute)):
            return []
        return below(each for each in ast.iter_child_nodes(value) if isinstance(each, ast.expr))

    def missing(self, statements):
        """Parameters that the reference gives the library and this test does not give the project."""
        if self.scope.function is None:
            return
        wanted = self.known.names.get(self.scope.function.name, set())
        used = set()
        todo = [value for call in calls(statements, self.scope) for value in given(call)]
        for _ in range(1000):
            if not todo:
                break
            value = todo.pop()
            while isinstance(value, Element):
                value = value.value
            for each in ast.walk(value):
                key = key_of(each)
                if key and key not in used:
                    used.add(key)
                    todo += [one for one, _ in self.scope.lookup(key) or ()]
        for name in sorted(wanted - used):
            yield f'{self.scope.function.name}: it does not give the project {name}'


def is_variable(value):
    return key_of(value) is not None


def is_literal(value):
    return not isinstance(value, (ast.List, ast.Tuple, ast.Set, ast.Dict)) and literal(value) is not NOTHING
