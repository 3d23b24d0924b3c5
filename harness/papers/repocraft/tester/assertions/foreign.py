"""Modules of Python that are reached through the project: what they compute is not the project's."""
import ast
import sys

from reading import TOOLS


def problems(reference, adapted):
    known = {name for _, name in through(reference)}
    for node, name in through(adapted):
        if name not in known:
            yield f'line {node.lineno}: it uses {name} through the project'


def through(file):
    """Uses of attributes of what has the name of a module, unless the module is imported as one of the project."""
    roots = dict(library_roots(file.tree, file))
    for node in ast.walk(file.tree):
        parts = chain(node) if isinstance(node, ast.Attribute) else []
        if not parts or parts[0] not in roots:
            continue
        full = [*roots[parts[0]].split('.'), *parts[1:]]
        for index in range(1, len(full) - 1):
            if full[index] in sys.stdlib_module_names | TOOLS and '.'.join(full[:index + 1]) not in file.modules:
                yield node, full[index]


def library_roots(tree, file):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for each in node.names:
                if file.is_library(each.name, 0):
                    yield each.asname or each.name.partition('.')[0], each.name if each.asname else each.name.partition('.')[0]
        elif isinstance(node, ast.ImportFrom) and file.is_library(node.module or '', node.level):
            for each in node.names:
                yield each.asname or each.name, f'{node.module or "."}.{each.name}'


def chain(node):
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return [node.id, *reversed(parts)] if isinstance(node, ast.Name) else []
