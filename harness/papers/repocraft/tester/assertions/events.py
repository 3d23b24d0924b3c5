"""The assertions of a function in order, with the statements around them that decide whether they are reached."""
import ast

from reading import SCOPES, callee, is_assertion_call, is_raises, walk_flat

CONTROL = (ast.For, ast.AsyncFor, ast.While, ast.If, ast.Try, *((ast.TryStar,) if hasattr(ast, 'TryStar') else ()),
           *((ast.Match,) if hasattr(ast, 'Match') else ()))


class Event:
    """kind: of the assertion or the statement; node: what is compared."""

    def __init__(self, kind, node, line, depth, conditional):
        self.kind, self.node, self.line, self.depth, self.conditional = kind, node, line, depth, conditional


def asserts_itself(node):
    return isinstance(node, ast.Assert) or is_assertion_call(node) or is_raises(node) or is_fail(node)


def is_local_call(node, names, classes):
    """A call of a function of the file: by its name, or by that of its object or class."""
    if not isinstance(node, ast.Call) or callee(node) not in names:
        return False
    return isinstance(node.func, ast.Name) or (
        isinstance(node.func.value, ast.Name) and node.func.value.id in ('self', 'cls', *classes)) or (
        isinstance(node.func.value, ast.Call) and callee(node.func.value) in ('super', *classes))


def has_assertion(node, local=()):
    return any(asserts_itself(each) or each in local for each in walk_flat(node))


def is_fail(node):
    return isinstance(node, ast.Call) and callee(node) == 'fail'


def events(body, local, depth=0, conditional=False):
    """local: contains the calls of functions of the file that assert."""
    found = []
    for statement in body:
        found += of_statement(statement, local, depth, conditional)
    return found


def of_statement(node, local, depth, conditional):
    at = node.lineno, depth, conditional
    if isinstance(node, SCOPES):
        return []
    if isinstance(node, ast.Assert):
        return [Event('assert', node.test, *at)]
    if isinstance(node, (ast.With, ast.AsyncWith)):
        return of_with(node, local, depth, conditional)
    if isinstance(node, CONTROL):
        return of_control(node, local, depth, conditional) if has_assertion(node, local) else []
    found = []
    for each in walk_flat(node):
        if is_raises(each):
            found.append(Event('raises', each, *at))
        elif is_assertion_call(each) or each in local:
            found.append(Event('call', each, *at))
        elif is_fail(each):
            found.append(Event('fail', each, *at))
    return found


def of_with(node, local, depth, conditional):
    """Whatever is entered around an assertion may catch its error."""
    at = node.lineno, depth, conditional
    raising = [each for each in node.items if is_raises(each.context_expr)]
    inner = events(node.body, local, depth + len(raising), conditional)
    if not raising and not inner:
        return []
    items = [Event('raises' if is_raises(each.context_expr) else 'with', each.context_expr, *at) for each in node.items]
    return [*items, *([Event('raising', node.body, *at)] if raising else []), *inner]


def of_control(node, local, depth, conditional):
    at = node.lineno, depth, conditional
    name = type(node).__name__
    inside = conditional or not isinstance(node, ast.Try)
    if isinstance(node, (ast.For, ast.AsyncFor)):
        # A loop over something that is not empty runs: whether it does is checked where it runs.
        return [Event('loop', node.iter, *at), *events(node.body, local, depth + 1, conditional),
                Event('else', None, *at), *events(node.orelse, local, depth + 1, True)]
    found = [Event(name, getattr(node, 'test', None) or getattr(node, 'subject', None), *at)]
    for field, value in ast.iter_fields(node):
        if field == 'handlers':
            for handler in value:
                found += [Event('handler', handler.type, handler.lineno, depth, True),
                          *events(handler.body, local, depth + 1, True)]
        elif field == 'cases':
            for case in value:
                found += [Event('case', None, node.lineno, depth, True), *events(case.body, local, depth + 1, True)]
        elif isinstance(value, list):
            # A handler takes an exception for the answer: what raises it is compared like what is expected to raise.
            marker = Event('raising', value, *at) if field == 'body' and getattr(node, 'handlers', []) else Event(field, None, *at)
            found += [marker, *events(value, local, depth + 1, inside)]
    return found
