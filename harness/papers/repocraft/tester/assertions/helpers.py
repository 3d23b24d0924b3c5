"""Functions of a test file that assert for others."""
import ast

from events import asserts_itself, events, is_local_call
from reading import FUNCTIONS, SCOPES, callee


def asserting(file):
    """Names of the functions that assert, or call one that does."""
    classes = {node.name for node in file.defined.values() if isinstance(node, ast.ClassDef)}
    functions = [node for node in ast.walk(file.tree) if isinstance(node, FUNCTIONS)]
    found = {node.name for node in functions if any(asserts_itself(each) for each in ast.walk(node))}
    while True:
        more = {node.name for node in functions if node.name not in found
                and any(is_local_call(each, found, classes) for each in ast.walk(node))}
        if not more:
            return Asserting(found, classes)
        found |= more


class Asserting:
    def __init__(self, names, classes):
        self.names, self.classes = names, classes

    def __contains__(self, node):
        return is_local_call(node, self.names, self.classes)


def callers(file, local):
    """Each function with the names of those that always call it, and its own."""
    found = {name: {node.name} for name, node in file.functions().items()}
    edges = [(name, target) for name, node in file.functions().items() for event in events(node.body, local)
             if event.kind == 'call' and not event.conditional and event.node in local
             for target in [called(event.node, name, file)] if target is not None]
    # A chain of calls is at most as long as there are functions.
    for _ in file.functions():
        for name, target in edges:
            found[target] |= found[name]
    return {name: sorted(own) for name, own in found.items()}


def called(call, caller, file):
    """The function that is called; None if there are several of the name."""
    name, owner = callee(call), caller.rpartition('.')[0]
    if isinstance(call.func, ast.Name):
        return name if name in file.functions() else None
    own = f'{owner}.{name}'
    if own in file.functions():
        return own
    matching = [each for each in file.functions() if each.rpartition('.')[2] == name]
    return matching[0] if len(matching) == 1 else None


def nested(function):
    """Functions inside of a function, but not inside of those."""
    found, todo = [], list(ast.iter_child_nodes(function))
    while todo:
        node = todo.pop(0)
        if isinstance(node, FUNCTIONS):
            found.append(node)
        elif not isinstance(node, SCOPES):
            todo = [*ast.iter_child_nodes(node), *todo]
    return found
