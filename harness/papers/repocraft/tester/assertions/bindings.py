"""The bindings of a name in a test file. The comparison takes each name for one thing, so a name may not become two."""
import ast

from reading import BUILTINS, FUNCTIONS, SCOPES

CAPTURES = tuple(getattr(ast, name) for name in ('MatchAs', 'MatchStar') if hasattr(ast, name))


def ways(file):
    """Each name with the ways in which the file binds it. All imports from the library are one way."""
    found = {}
    for node in ast.walk(file.tree):
        for name, way in bound(node, file):
            found.setdefault(name, set()).add(way)
    return found


def bound(node, file):
    if isinstance(node, ast.Import):
        for each in node.names:
            name = each.asname or each.name.partition('.')[0]
            origin = each.name if each.asname else name
            yield name, imported(origin, file.is_library(each.name, 0))
    elif isinstance(node, ast.ImportFrom):
        is_library = file.is_library(node.module or '', node.level)
        for each in node.names:
            yield each.asname or each.name, imported(f'{node.module}.{each.name}', is_library)
    elif isinstance(node, SCOPES):
        yield node.name, 'a definition'
    elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id, 'a variable'
    elif isinstance(node, ast.arg):
        yield node.arg, 'a parameter'
    elif isinstance(node, (ast.ExceptHandler, *CAPTURES)) and node.name:
        yield node.name, 'a variable'


def imported(origin, is_library):
    return 'an import of the library' if is_library else f'an import of {origin}'


def origins(file):
    """The names that are imported from elsewhere than the library, with what they stand for."""
    prefix = 'an import of '
    return {name: way.removeprefix(prefix) for name, own in ways(file).items() for way in own
            if len(own) == 1 and way.startswith(prefix) and way != 'an import of the library'}


def problems(reference, adapted):
    yield from import_problems(reference, adapted)
    before, now = ways(reference), ways(adapted)
    for name in sorted(unbound(adapted, now) - unbound(reference, before)):
        yield f'nothing has the name {name}'
    for name, own in sorted(now.items()):
        known = before.get(name, set())
        if own <= known:
            continue
        if len(own) > 1 and any(each.startswith('an import') or each == 'a definition' for each in own):
            yield f'it binds {name} in more than one way: {", ".join(sorted(own))}'
        elif name in BUILTINS or name == 'pytest' and own != {'an import of pytest'}:
            yield f'it gives another meaning to {name}'
        elif any(is_foreign(each) for each in known) and not any(is_foreign(each) for each in own):
            yield f'it gives another meaning to {name}, which the reference test imports'


def unbound(file, names):
    return {node.id for node in ast.walk(file.tree) if isinstance(node, ast.Name) and node.id not in names
            and node.id not in BUILTINS and not node.id.startswith('__')}


def is_foreign(way):
    return way.startswith('an import of ') and way != 'an import of the library'


def import_problems(reference, adapted):
    for node in ast.walk(adapted.tree):
        if isinstance(node, ast.ImportFrom) and any(each.name == '*' for each in node.names):
            yield f'line {node.lineno}: it imports *, so that nobody knows which names'
    for name, node in adapted.defined.items():
        own = reference.defined.get(name)
        if has_imports(node) and not (own and has_imports(own)):
            yield f'{name}: it imports inside, which the reference test does not'


def has_imports(node):
    """Inside of a function, or of a class without its functions."""
    inside = ast.walk(node) if isinstance(node, FUNCTIONS) else [
        each for statement in node.body if not isinstance(statement, SCOPES) for each in ast.walk(statement)]
    return any(isinstance(each, (ast.Import, ast.ImportFrom)) for each in inside)
