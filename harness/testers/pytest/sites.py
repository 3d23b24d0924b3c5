"""Finds the assertions of a test suite that can be observed instead of asserted, and writes them to stdout as JSON.

Its arguments are the folder of the tests and the names by which they import the project. Runs in the judge's own sandbox, without
produced code. Positions are byte offsets in the file.
"""
import ast
import json
import os
import sys

# Of the judge: no code of others is in the process, and the interpreter is isolated.
sys.path.append(os.path.dirname(os.path.realpath(__file__)))
from independent import Independence  # noqa: E402

LARGEST_FILE = 2 * 1024 * 1024
MOST_FILES = 2000
EQUAL_METHODS = {'assertEqual', 'assertEquals', 'assertListEqual', 'assertDictEqual', 'assertTupleEqual',
                 'assertSetEqual', 'assertMultiLineEqual', 'assertSequenceEqual'}
COMPARED = {ast.Eq: 'equal', ast.NotEq: 'differ', ast.Is: 'is', ast.In: 'contains', ast.NotIn: 'lacks'}
OPERATORS = {ast.Eq: '==', ast.NotEq: '!=', ast.Is: 'is', ast.IsNot: 'is not', ast.In: 'in', ast.NotIn: 'not in',
             ast.Lt: '<', ast.LtE: '<=', ast.Gt: '>', ast.GtE: '>='}
MOST_OPERANDS = 3
# Assertions that ask no object what it is equal to.
NOT_COMPARING = {'assertIsInstance', 'assertNotIsInstance', 'assertIs', 'assertIsNot', 'assertIsNone', 'assertIsNotNone'}
# Functions of libraries that compare their arguments.
COMPARING = {'array_equal', 'array_equiv', 'allclose', 'isclose'}
# Of a call that asserts, with its function.
MOST_VALUES = 9
# Blocks that fail unless what they wait for is raised, warned of or logged.
BLOCKS = {'raises', 'warns', 'deprecated_call', 'assertRaises', 'assertRaisesRegex', 'assertWarns', 'assertWarnsRegex', 'assertLogs'}
OPPOSITES = {'equal': 'differ', 'differ': 'equal', 'contains': 'lacks', 'lacks': 'contains'}
# Methods that compare two values.
METHODS = {'assertGreater': ast.Gt, 'assertGreaterEqual': ast.GtE, 'assertLess': ast.Lt, 'assertLessEqual': ast.LtE,
           'assertIn': ast.In, 'assertNotIn': ast.NotIn, 'assertNotEqual': ast.NotEq, 'assertNotEquals': ast.NotEq,
           **dict.fromkeys(EQUAL_METHODS, ast.Eq)}


class NotPlain(Exception):
    pass


def encode(node):
    """The value of a literal as the judge compares it; see `canonical.ts`."""
    if isinstance(node, ast.Constant):
        return encode_constant(node.value)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant) \
            and type(node.operand.value) in (int, float):
        return encode_constant(-node.operand.value)
    if isinstance(node, ast.JoinedStr) and all(isinstance(each, ast.Constant) for each in node.values):
        return ['s', ''.join(each.value for each in node.values)]
    for kind, tag in ((ast.List, 'l'), (ast.Tuple, 't'), (ast.Set, 'e')):
        if isinstance(node, kind):
            return [tag, [encode(each) for each in node.elts]]
    if isinstance(node, ast.Dict) and None not in node.keys:
        return ['d', [[encode(key), encode(value)] for key, value in zip(node.keys, node.values)]]
    raise NotPlain


def encode_constant(value):
    if value is None:
        return ['n']
    if value is True or value is False:
        return ['b', value]
    if type(value) is int and value.bit_length() < 10_000:
        return ['i', str(value)]
    if type(value) is float:
        return ['f', repr(value)]
    if type(value) is str:
        return ['s', value]
    if type(value) is bytes:
        return ['y', value.hex()]
    raise NotPlain


def literal(node):
    try:
        return encode(node)
    except NotPlain:
        return None


class Source:
    def __init__(self, data):
        self.starts = [0]
        for line in data.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def span(self, node):
        return [self.starts[node.lineno - 1] + node.col_offset,
                self.starts[node.end_lineno - 1] + node.end_col_offset]


def condition(node):
    """The form in which a condition is observed: (form, its evaluated parts, expected, template of a truth value)."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        form = COMPARED.get(type(node.ops[0]))
        left, right = node.left, node.comparators[0]
        if form in ('equal', 'differ'):
            for value, other in ((left, right), (right, left)):
                expected = literal(other)
                if expected is not None and literal(value) is None:
                    return form, [value, other], expected, None
            if form == 'equal':
                return 'same', [left, right], None, None
        if form == 'is' and isinstance(right, ast.Constant) and (right.value is None or type(right.value) is bool):
            return 'is', [left], encode_constant(right.value), None
        if form in ('contains', 'lacks') and literal(left) is not None and literal(right) is None:
            return form, [right, left], literal(left), None
        if form == 'contains' and literal(right) is not None and literal(left) is None:
            return 'within', [left, right], literal(right), None
    values, template = operands(node)
    return 'truth', values, None, template


def operands(node):
    """The values that decide whether a condition is true, and the condition with a number in place of each of them."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        values, template = operands(node.operand)
        return values, 'not (' + template + ')'
    if isinstance(node, ast.Compare) and len(node.ops) < MOST_OPERANDS:
        if is_none(node):
            return [node.left], '{0} is' + (' not' if isinstance(node.ops[0], ast.IsNot) else '') + ' None'
        start, first = distance(node.left) if len(node.ops) == 1 else (None, None)
        if start is not None:
            return [*start, node.comparators[0]], first + ' ' + OPERATORS[type(node.ops[0])] + ' {2}'
        return comparison(node)
    return [node], '{0}'


def comparison(node):
    signs = [OPERATORS[type(each)] for each in node.ops]
    return [node.left, *node.comparators], '{0}' + ''.join(' %s {%d}' % (sign, index + 1) for index, sign in enumerate(signs))


def is_none(node):
    right = node.comparators[0]
    return len(node.ops) == 1 and isinstance(node.ops[0], (ast.Is, ast.IsNot)) \
        and isinstance(right, ast.Constant) and right.value is None


def distance(node):
    """Of `abs(a - b)`: both values, and the template; (None, None) for other expressions."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == 'abs' and len(node.args) == 1 \
            and not node.keywords and isinstance(node.args[0], ast.BinOp) and isinstance(node.args[0].op, ast.Sub):
        return [node.args[0].left, node.args[0].right], 'abs({0} - {1})'
    return None, None


def almost_equal(call):
    """`assertAlmostEqual` as the condition that it asserts; None for calls of another shape."""
    given = {each.arg: each.value for each in call.keywords}
    if len(call.args) not in (2, 3) or not set(given) <= {'places', 'delta', 'msg'}:
        return None
    places = call.args[2] if len(call.args) == 3 else given.get('places', ast.Constant(7))
    if 'delta' in given:
        # It may not be given together with a number of places.
        return None if len(call.args) == 3 or 'places' in given else \
            ('truth', [*call.args, given['delta']], None, '{0} == {1} or abs({0} - {1}) <= {2}')
    if not isinstance(places, ast.Constant) or type(places.value) is not int:
        return None
    return 'truth', call.args[:2], None, '{0} == {1} or round(abs({0} - {1}), %d) == 0' % places.value


def method(call):
    """The same for `self.assertEqual(…)` and its like; None if it is left as it is."""
    name, args = call.func.attr, call.args
    if any(isinstance(each, ast.Starred) for each in args):
        return None
    if name == 'assertAlmostEqual':
        return almost_equal(call)
    if call.keywords and {each.arg for each in call.keywords} != {'msg'}:
        return None
    if name in METHODS and len(args) in (2, 3):
        return condition(ast.Compare(args[0], [METHODS[name]()], [args[1]]))
    if name == 'assertIsNone' and len(args) in (1, 2):
        return 'is', [args[0]], ['n'], None
    if name == 'assertIsNotNone' and len(args) in (1, 2):
        return 'truth', [args[0]], None, '{0} is not None'
    if name in ('assertTrue', 'assertFalse') and len(args) in (1, 2):
        found = condition(args[0])
        return found if name == 'assertTrue' else opposite(*found)
    return None


def opposite(form, values, expected, template):
    """Of `assertFalse`; None for forms that have no opposite."""
    if form == 'same':
        return 'truth', values, None, 'not ({0} == {1})'
    if form in OPPOSITES:
        return OPPOSITES[form], values, expected, None
    return (form, values, None, 'not (' + template + ')') if form == 'truth' else None


def sites_of(tree, source, independence, sides):
    """sides: gets the sides of comparisons that do not depend on the library, if the other side does."""
    decided = set()
    for node, is_run_later in nodes_of(tree):
        if isinstance(node, ast.With):
            for each in node.items:
                if is_block(each.context_expr):
                    yield {**place(each.context_expr, source), 'form': 'block', 'values': [source.span(each.context_expr)]}
            continue
        found = asserted(node, decided) or (inner(node, decided) if is_run_later else None)
        if found is None:
            continue
        form, values, expected, template = found
        own = [index for index, each in enumerate(values) if independence.holds(each)] if form == 'same' else []
        if len(own) == 1:
            sides.append(values[own[0]])
        yield {**place(node, source), 'form': form, 'values': [source.span(each) for each in values],
               **({} if expected is None else {'expected': expected}),
               **({} if template is None else {'template': template}),
               **({'own': own[0]} if len(own) == 1 else {})}


def place(node, source):
    return {'line': node.lineno, 'span': source.span(node)}


def nodes_of(tree):
    """All nodes from the outside to the inside, and whether each runs when a function is called."""
    todo = [(tree, False)]
    while todo:
        node, is_run_later = todo.pop()
        if isinstance(node, ast.JoinedStr):
            # Before Python 3.12, what stands in it has no place.
            continue
        yield node, is_run_later
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            todo += [(each, True) for each in node.body]
            todo += [(each, is_run_later) for each in node.decorator_list]
        elif isinstance(node, ast.Lambda):
            todo.append((node.body, True))
        else:
            todo += [(each, is_run_later) for each in ast.iter_child_nodes(node)]


def asserted(node, decided):
    """The form of a statement that asserts; None of all else. decided: identities of the comparisons that decide these statements."""
    if isinstance(node, ast.Assert):
        decided.add(id(without_not(node.test)))
        return condition(node.test)
    if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Call):
        return None
    call, found = node.value, None
    if isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name) and call.func.value.id == 'self':
        found = method(call)
    if found is None:
        return asserting(call)
    decided.update(id(without_not(each)) for each in call.args)
    return found


def inner(node, decided):
    """The form of a comparison whose result the test uses later: only its sides are observed."""
    if isinstance(node, ast.Call) and name_of(node.func) in COMPARING:
        return comparing(node)
    if not isinstance(node, ast.Compare) or id(node) in decided or len(node.ops) >= MOST_OPERANDS:
        return None
    if all(isinstance(each, (ast.Is, ast.IsNot)) for each in node.ops) or not all(map(is_simple, node.comparators[1:])):
        return None
    values, template = comparison(node)
    return 'inner', values, None, template


def is_simple(node):
    """Whether it does nothing when it is computed: the comparisons before it may make that needless."""
    if isinstance(node, (ast.Attribute, ast.UnaryOp)):
        return is_simple(node.value if isinstance(node, ast.Attribute) else node.operand)
    return isinstance(node, (ast.Constant, ast.Name))


def comparing(call):
    """The same of a call that compares its arguments."""
    values = [call.func, *call.args]
    if len(values) > MOST_VALUES or any(isinstance(each, ast.Starred) for each in call.args) \
            or not all(each.arg and isinstance(each.value, ast.Constant) for each in call.keywords):
        return None
    arguments = ['{%d}' % index for index in range(1, len(values))] + ['%s=%r' % (each.arg, each.value.value) for each in call.keywords]
    return 'inner', values, None, '{0}(' + ', '.join(arguments) + ')'


def without_not(node):
    while isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        node = node.operand
    return node


def name_of(function):
    return function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ''


def is_block(node):
    return isinstance(node, ast.Call) and name_of(node.func) in BLOCKS


def asserting(call):
    """The form of a call that fails unless what its name says is true: its function and arguments, as they stand there."""
    name, function = name_of(call.func), call.func
    form = 'raising' if name in BLOCKS or name in NOT_COMPARING else 'asserting' if name.startswith('assert') else None
    if form == 'asserting' and name.startswith('assert_') and isinstance(function, ast.Attribute):
        # A mock may answer it: the mock itself is asked then.
        form, function = 'mocked', function.value
    values = [function, *call.args, *call.keywords]
    # Keywords have a place since Python 3.9.
    if form is None or len(values) > MOST_VALUES or not all(hasattr(each, 'lineno') for each in values):
        return None
    return form, values, None, name if form == 'mocked' else None


def imports_of(tree):
    names = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
            names.update((each.asname or each.name, each.name) for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module
            # Some of the names are modules, too: `from unittest import mock`.
            yield from (f'{node.module}.{each.name}' for each in node.names if each.name != '*')
    for node in ast.walk(tree):
        # An attribute may be a module, too, which some packages load when it is asked for: `np.testing`.
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in names:
            yield f'{names[node.value.id]}.{node.attr}'


def tests_of(tree, name):
    """Names of tests as they stand in the file, for files that cannot be collected."""
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name.startswith('test'):
            yield f'{name}::{node.name}'
        elif isinstance(node, ast.ClassDef):
            yield from (f'{name}::{node.name}::{each.name}' for each in node.body
                        if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)) and each.name.startswith('test'))


def files_below(folder):
    for parent, folders, names in os.walk(folder):
        folders.sort()
        yield from (os.path.join(parent, name) for name in sorted(names) if name.endswith('.py'))


def main():
    # As deep as the comparison of adapted tests reads: what one of them reads, the other one must not leave out.
    sys.setrecursionlimit(5000)
    found = {}
    for file in list(files_below(sys.argv[1]))[:MOST_FILES]:
        if os.path.getsize(file) > LARGEST_FILE:
            continue
        with open(file, 'rb') as stream:
            data = stream.read()
        try:
            tree = ast.parse(data)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            # Python cannot run such a file either, or it is nested too deeply for the judge.
            continue
        # Offsets of other encodings than UTF-8 would not be those of the file.
        plain = data.startswith(b'\xef\xbb\xbf') is False and is_utf8(data)
        independence, source, sides = Independence(tree, set(sys.argv[2:])), Source(data), []
        sites = sorted(sites_of(tree, source, independence, sides), key=lambda site: site['span']) if plain else []
        found[file] = {
            'sites': sites,
            'unused': [{'span': source.span(value), 'sides': [source.span(each) for each in uses]}
                       for value, uses in independence.unused(sides)],
            'imports': sorted(set(imports_of(tree))),
            'tests': list(tests_of(tree, file)),
        }
    json.dump(found, sys.stdout)


def is_utf8(data):
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return b'\x0c' not in data and b'\r' not in data


if __name__ == '__main__':
    main()
