"""The names that a test file imports: produced code can give the module of the file other meanings of them."""
import ast

# Of a module that is imported, not of a name in it.
WHOLE = None


def imported(file, project):
    """Names that a file binds by an import at its top and nowhere else, as (name, module, name in it)."""
    with open(file, 'rb') as stream:
        tree = ast.parse(stream.read())
    found = {}
    for node in tree.body:
        if isinstance(node, ast.Import):
            for each in node.names:
                top = each.name.partition('.')[0]
                found[each.asname or top] = (each.name if each.asname else top), WHOLE
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            for each in node.names:
                found[each.asname or each.name] = node.module, each.name
    bound = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    bound += [node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))]
    return [(name, module, own) for name, (module, own) in found.items()
            if name not in bound and module.partition('.')[0] not in project]


def changed(names, contents, loaded):
    """Those that mean something else now. loaded: the modules before produced code ran."""
    for name, module, own in names:
        if module not in loaded or name not in contents:
            continue
        if own is WHOLE:
            expected = loaded[module]
        elif own in vars(loaded[module]):
            expected = vars(loaded[module])[own]
        else:
            continue
        if contents[name] is not expected:
            yield name
