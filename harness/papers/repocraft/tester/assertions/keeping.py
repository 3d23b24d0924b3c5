"""Compares one assertion of the reference with its adaptation. What does not come from the library must be the same; what does
may be got in another way, but must come from the project."""
import ast
import builtins
import copy

from reading import (BUILTINS, COMPREHENSIONS, CONVERSIONS, Element, callee, dump, is_assertion_call, is_raises, key_of, walk_flat)

PREDICATES = {'isinstance', 'issubclass', 'all', 'any', 'hasattr', 'callable', 'bool'}
# The last ones are raised by whatever is missing, so also by a project that does nothing.
BROAD = {'Exception', 'BaseException', 'AttributeError', 'TypeError', 'NameError', 'UnboundLocalError', 'ImportError',
         'ModuleNotFoundError', 'SyntaxError', 'RecursionError'}
SWAPPABLE = (ast.Eq, ast.NotEq)
# Values so common that an argument with a name may have them.
COMMON = (True, False, None)


class Keeping:
    """before, now: scopes of the function in the reference and in the adapted test; local: calls of functions that assert."""

    def __init__(self, before, now, local):
        self.before, self.now, self.local = before, now, local
        self.expected = set()
        self.given = set()

    def expects(self, events):
        """Notes which values the reference expects: no argument of the adapted test may be one of them unless the reference has it."""
        for event in events:
            if event.node is not None and not isinstance(event.node, list):
                self.note(event.node)

    def note(self, node):
        for each in ast.walk(node):
            if isinstance(each, ast.Compare):
                for side in (each.left, *each.comparators):
                    self.note_side(side)
            elif isinstance(each, ast.Call) and callee(each).lower().startswith('assert'):
                for side in each.args:
                    self.note_side(side)

    def note_side(self, side):
        resolved = self.before.resolved(side)
        if not self.before.from_library(side) and literal(resolved) is not NOTHING:
            self.expected.add(dump(resolved))

    def event(self, reference, adapted):
        """Problems of one event."""
        where = f'line {adapted.line}'
        kind, before, now = reference.kind, reference.node, adapted.node
        if kind == 'assert':
            yield from self.truth(before, now, where)
        elif kind == 'call':
            yield from self.call(before, now, where)
        elif kind == 'raises':
            yield from self.raises(before, now, where)
        elif kind == 'raising':
            yield from self.raising(before, now, where)
        elif kind == 'handler':
            yield from self.exception(before, now, where)
        elif kind == 'fail':
            if callee(before) != callee(now):
                yield f'{where}: it does not fail where the reference fails'
        elif before is not None or now is not None:
            if before is None or now is None:
                yield f'{where}: it has another condition'
            else:
                yield from self.kept(before, now, where)

    def truth(self, before, now, where):
        """A condition as a whole: anything that is merely not empty would be true."""
        plain = self.before.resolved(before)
        if self.before.from_library(before) and not isinstance(plain, STRUCTURAL) and not self.is_builtin_call(plain):
            if not isinstance(now, (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.Await)) \
                    or self.is_builtin_call(now):
                if self.is_alike(before, now):
                    return
                yield f'{where}: {shown(now)} may be true without the value of the reference, {shown(before)}'
                return
        yield from self.kept(before, now, where)

    def is_builtin_call(self, node):
        return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in BUILTINS

    def call(self, before, now, where):
        """An assertion method or function: the same one, with the same values."""
        if callee(before) != callee(now):
            yield f'{where}: it asserts with {callee(now)} instead of {callee(before)}'
            return
        if not self.is_same_tool(before.func, now.func):
            yield f'{where}: it asserts with {shown(now.func)} instead of {shown(before.func)}'
            return
        yield from self.arguments(before, now, where)

    def is_same_tool(self, before, now):
        """Whether both are the same function, such as `raises` and `pytest.raises`; one of the library may have another name."""
        if self.before.from_library(before):
            return self.now.comes_from_library(now)
        return qualified(before, self.before.file) == qualified(now, self.now.file) and not self.now.from_library(now)

    def arguments(self, before, now, where):
        names_before = {each.arg: each.value for each in before.keywords}
        names_now = {each.arg: each.value for each in now.keywords}
        if len(before.args) != len(now.args) or set(names_before) != set(names_now):
            yield f'{where}: it has other arguments: {shown(now)} instead of {shown(before)}'
            return
        for own, other in zip(before.args, now.args):
            yield from self.kept(own, other, where)
        for name, value in names_before.items():
            yield from self.kept(value, names_now[name], where)
        if all(self.before.from_library(each) for each in before.args[:2]):
            yield from self.differ(before.args[:2], now.args[:2], where)

    def differ(self, before, now, where):
        if len(before) == 2 and len(now) == 2 and dump(before[0]) != dump(before[1]) and \
                (self.origin(now[0]) is self.origin(now[1]) or
                 dump(self.now.resolved(now[0])) == dump(self.now.resolved(now[1]))):
            yield f'{where}: it compares {shown(now[0])} with itself'

    def origin(self, node):
        """The expression that a chain of names stands for, also if the project gave it."""
        for _ in range(10):
            key = key_of(node)
            found = self.now.lookup(key) if key else None
            if not found or len(found) != 1:
                return node
            node = found[0][0]
        return node

    def raises(self, before, now, where):
        if callee(before) != callee(now):
            yield f'{where}: it uses {callee(now)} instead of {callee(before)}'
            return
        if not self.is_same_tool(before.func, now.func):
            yield f'{where}: it uses {shown(now.func)} instead of {shown(before.func)}'
            return
        if len(before.args) != len(now.args) or {each.arg for each in before.keywords} != {each.arg for each in now.keywords}:
            yield f'{where}: it expects {shown(now)} instead of {shown(before)}'
            return
        for index, (own, other) in enumerate(zip(before.args, now.args)):
            yield from (self.exception if index == 0 else self.kept)(own, other, where)
        own = {each.arg: each.value for each in now.keywords}
        for each in before.keywords:
            yield from self.kept(each.value, own[each.arg], where)

    def exception(self, before, now, where):
        """An exception of Python stays; one of the library becomes one of the project, or a specific one of Python."""
        if before is None or now is None:
            if before is not now:
                yield f'{where}: it catches other exceptions'
            return
        if isinstance(before, ast.Tuple) and isinstance(now, ast.Tuple) and len(now.elts) <= len(before.elts):
            for own, other in zip(before.elts, now.elts):
                yield from self.exception(own, other, where)
            return
        if not self.before.from_library(before) or dump(before) == dump(now):
            if dump(before) != dump(now):
                yield f'{where}: it expects the exception {shown(now)} instead of {shown(before)}'
            return
        specific = isinstance(now, ast.Name) and now.id not in BROAD and \
            isinstance(getattr(builtins, now.id, None), type) and issubclass(getattr(builtins, now.id), Exception)
        if not specific and not (isinstance(now, (ast.Name, ast.Attribute)) and self.now.comes_from_library(now)):
            yield f'{where}: it expects the exception {shown(now)} instead of {shown(before)}'

    def raising(self, before, now, where):
        """The call that is expected to raise is one of the project, and nothing else can raise in its place."""
        if len(now) > len(before):
            yield f'{where}: more statements than in the reference may raise'
        if not any(self.before.from_library(each) for each in before):
            if [dump(each) for each in before] != [dump(each) for each in now]:
                yield f'{where}: what raises is another statement'
            return
        unchanged = {dump(each) for each in before}
        if attributes_given(now) > attributes_given(before):
            yield f'{where}: an attribute in the arguments may be missing: read it before'
        for statement in now:
            value = getattr(statement, 'value', None)
            if dump(statement) in unchanged or isinstance(statement, ast.Assert) or is_assertion_call(value) \
                    or value in self.local:
                continue
            if isinstance(statement, BLOCKS):
                yield from self.raising_block(before, statement, where)
                continue
            if isinstance(statement, ast.Assign) and any(isinstance(each, UNPACKED) for each in statement.targets) \
                    and not any(isinstance(each, UNPACKED) for own in before for each in getattr(own, 'targets', ())):
                yield f'{where}: unpacking may raise without the project'
            if not isinstance(statement, (ast.Expr, ast.Assign, ast.AnnAssign, ast.AugAssign)) or value is None \
                    or not (self.now.comes_from_library(value) or self.is_wrapped(value, before)):
                yield f'{where}: {shown(statement)} is not a call of the project'
            elif statement_risks(value, self.now) or foreign_calls(value, self.now) - foreign_calls_in(before):
                yield f'{where}: {shown(statement)} may raise without the project'

    def raising_block(self, before, statement, where):
        """A block in which something is expected to raise: its head and its body raise by the project alone."""
        kinds = [type(each) for own in before for each in ast.walk(own)]
        if isinstance(statement, (ast.For, ast.AsyncFor)):
            heads = [statement.iter]
            if type(statement) not in kinds:
                yield f'{where}: it has a loop that the reference does not have'
        else:
            heads = [each.context_expr for each in statement.items]
        known = {dump(each) for own in before for each in ast.walk(own) if isinstance(each, ast.expr)}
        for head in heads:
            if dump(head) not in known and (not self.now.comes_from_library(head) or statement_risks(head, self.now)):
                yield f'{where}: {shown(head)} may raise without the project'
        inner = [each for own in before for each in (own.body if isinstance(own, BLOCKS) else [own])]
        yield from self.raising([*before, *inner], statement.body, where)

    def is_wrapped(self, value, before):
        """`next(f())`, `list(f())`: what Python asks of a value of the project. Other functions may raise by themselves."""
        usual = {'next', 'iter', 'list', 'len', 'str', 'repr', 'hash'}
        asked = usual | {callee(each) for statement in before for each in ast.walk(statement) if isinstance(each, ast.Call)}
        return isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and len(value.args) >= 1 and \
            value.func.id in asked & BUILTINS and \
            self.now.comes_from_library(value.args[0])

    def kept(self, before, now, where):
        """Problems of an expression in an assertion."""
        before_resolved, now_resolved = self.before.resolved(before), self.now.resolved(now)
        if not self.before.from_library(before):
            if dump(deep(before, self.before)) != dump(deep(now, self.now)):
                yield f'{where}: it has {shown(now)} instead of {shown(before)}'
            elif self.now.from_library(now):
                yield f'{where}: {shown(now)} now depends on the project'
            return
        before, now = before_resolved, now_resolved
        if isinstance(before, STRUCTURAL):
            yield from self.structure(before, now, where)
        elif isinstance(before, ast.Call) and not self.before.comes_from_library(before.func):
            yield from self.function(before, now, where)
        elif isinstance(before, (ast.Tuple, ast.List, ast.Set, ast.Dict)) and type(before) is type(now):
            yield from self.display(before, now, where)
        else:
            yield from self.leaf(before, now, where)

    def structure(self, before, now, where):
        if isinstance(before, COMPREHENSIONS):
            yield from self.comprehension(before, now, where)
            return
        if type(before) is not type(now):
            yield f'{where}: it has {shown(now)} instead of {shown(before)}'
        elif isinstance(before, ast.Compare):
            yield from self.comparison(before, now, where)
        elif isinstance(before, ast.BoolOp):
            if type(before.op) is not type(now.op) or len(before.values) != len(now.values):
                yield f'{where}: it has {shown(now)} instead of {shown(before)}'
                return
            for own, other in zip(before.values, now.values):
                yield from self.truth(own, other, where)
        elif type(before.op) is not type(now.op):
            yield f'{where}: it has {shown(now)} instead of {shown(before)}'
        elif isinstance(before, ast.UnaryOp):
            yield from (self.truth if isinstance(before.op, ast.Not) else self.kept)(before.operand, now.operand, where)
        else:
            yield from self.kept(before.left, now.left, where)
            yield from self.kept(before.right, now.right, where)

    def comparison(self, before, now, where):
        if [type(each) for each in before.ops] != [type(each) for each in now.ops]:
            yield f'{where}: it compares with another operator: {shown(now)} instead of {shown(before)}'
            return
        sides_before, sides_now = [before.left, *before.comparators], [now.left, *now.comparators]
        if len(before.ops) == 1 and isinstance(before.ops[0], SWAPPABLE) and \
                any(True for own, other in zip(sides_before, sides_now) for _ in self.kept(own, other, where)) and \
                not any(True for own, other in zip(sides_before, sides_now[::-1]) for _ in self.kept(own, other, where)):
            sides_now = sides_now[::-1]
        for own, other in zip(sides_before, sides_now):
            yield from self.kept(own, other, where)
        if all(self.before.from_library(each) for each in sides_before):
            yield from self.differ(sides_before, sides_now, where)

    def function(self, before, now, where):
        """A call of a function that is not the library's."""
        if isinstance(now, ast.Call) and self.is_alike(before.func, now.func):
            yield from self.arguments(before, now, where)
        elif isinstance(before.func, ast.Name) and before.func.id in BUILTINS - PREDICATES:
            yield from self.leaf(before, now, where)
        else:
            yield f'{where}: it has {shown(now)} instead of {shown(before)}'

    def display(self, before, now, where):
        own = before.values if isinstance(before, ast.Dict) else before.elts
        other = now.values if isinstance(now, ast.Dict) else now.elts
        keys = [[dump(each) for each in node.keys if each] if isinstance(node, ast.Dict) else [] for node in (before, now)]
        if len(own) != len(other) or keys[0] != keys[1]:
            yield f'{where}: it has {shown(now)} instead of {shown(before)}'
            return
        for one, two in zip(own, other):
            yield from self.kept(one, two, where)

    def comprehension(self, before, now, where):
        if type(before) is not type(now):
            if isinstance(before, ast.GeneratorExp):
                yield f'{where}: it has {shown(now)} instead of {shown(before)}'
            else:
                yield from self.leaf(before, now, where)
            return
        if [len(each.ifs) for each in before.generators] != [len(each.ifs) for each in now.generators]:
            yield f'{where}: it has {shown(now)} instead of {shown(before)}'
            return
        for own, other in zip(before.generators, now.generators):
            yield from self.kept(own.iter, other.iter, where)
            for one, two in zip(own.ifs, other.ifs):
                yield from self.kept(one, two, where)
        parts = ('key', 'value') if isinstance(before, ast.DictComp) else ('elt',)
        for part in parts:
            yield from self.kept(getattr(before, part), getattr(now, part), where)

    def leaf(self, before, now, where):
        """A value of the library: it may be got in any way, but from the project alone."""
        given = self.now.comes_from_library(now) or (
            self.now.is_touched_only(now) and self.before.is_touched_only(before) and self.begins_alike(before, now)
        ) or self.is_alike(before, now)
        if not given:
            yield f'{where}: {shown(now)} does not come from the project as {shown(before)} came from the library'
        elif isinstance(now, ast.Call) and isinstance(now.func, ast.Name) and now.func.id in CONVERSIONS and \
                now.func.id in ('set', 'frozenset', 'dict') and not self.has_call(before, now.func.id):
            yield f'{where}: {now.func.id}() loses a part of the value'

    def begins_alike(self, before, now):
        """Whether a variable that the project may change begins with a value that the reference begins with."""
        known, own = [{dump(deep(value, other)) for value, other in scope.lookup(root_of(node)) or ()
                       if not isinstance(value, Element)} for scope, node in ((self.before, before), (self.now, now))]
        return own <= known

    def is_alike(self, before, now, seen=frozenset()):
        """Whether both are the same but for what comes from the library and from the project."""
        before, now = self.before.resolved(before), self.now.resolved(now)
        pair = id(before), id(now)
        if pair in seen:
            return True
        seen |= {pair}
        if isinstance(before, Element):
            return type(before) is type(now) and self.is_alike(before.value, now.value, seen)
        if isinstance(now, Element):
            return False
        if isinstance(before, ast.expr) and not self.before.from_library(before):
            return dump(deep(before, self.before)) == dump(deep(now, self.now)) and not self.now.from_library(now)
        if isinstance(before, ast.expr) and self.before.comes_from_library(before) and self.now.comes_from_library(now):
            return True
        if type(before) is not type(now):
            return False
        if key_of(before):
            return self.is_variable_alike(before, now, seen)
        return all(self.is_field_alike(getattr(before, field, None), getattr(now, field, None), seen)
                   for field in before._fields if field != 'ctx')

    def is_variable_alike(self, before, now, seen):
        values = self.before.lookup(key_of(before)), self.now.lookup(key_of(now))
        if values[0] is None or values[1] is None:
            return values[0] is values[1] and key_of(before) == key_of(now)
        return len(values[0]) == len(values[1]) and all(
            self.is_alike(own, other, seen) for (own, _), (other, _) in zip(*values))

    def is_field_alike(self, before, now, seen):
        if isinstance(before, list):
            return isinstance(now, list) and len(before) == len(now) and all(
                self.is_field_alike(own, other, seen) for own, other in zip(before, now))
        if isinstance(before, ast.AST):
            return isinstance(now, ast.AST) and self.is_alike(before, now, seen)
        return before == now and type(before) is type(now)

    def has_call(self, node, name):
        return any(isinstance(each, ast.Call) and callee(each) == name for each in ast.walk(node))

    def inputs(self, reference, adapted):
        """The reference's inputs stay, and no new one is what an assertion expects."""
        before, now = constants(reference), constants(adapted)
        texts = [value for _, value in now.values() if isinstance(value, (str, bytes))]
        for key, (line, value) in before.items():
            if key in now or value in COMMON or value is Ellipsis:
                continue
            if isinstance(value, (str, bytes)) and any(type(value) is type(each) and value in each for each in texts):
                continue
            yield f'it does not use the value {value!r} of the reference'
        before = list(arguments_in(reference, self.before))
        known = {dump(self.before.resolved(each)) for each in before} | {dump(each) for each in before}
        for each in arguments_in(adapted, self.now):
            resolved = self.now.resolved(each)
            if dump(resolved) in self.expected and dump(resolved) not in known:
                yield f'line {each.lineno}: it gives the project {shown(resolved)}, which an assertion expects'


BLOCKS = (ast.With, ast.AsyncWith, ast.For, ast.AsyncFor)
UNPACKED = (ast.Tuple, ast.List)
STRUCTURAL = (ast.Compare, ast.BoolOp, ast.UnaryOp, ast.BinOp, *COMPREHENSIONS)


def root_of(node):
    while isinstance(node, (ast.Attribute, ast.Subscript)) and key_of(node) is None:
        node = node.value
    return key_of(node) or ''


class Nothing:
    pass


NOTHING = Nothing()


def literal(node):
    if isinstance(node, Element):
        return NOTHING
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return NOTHING


def qualified(node, file):
    """The function that is called, with the module that it is imported from."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return dump(node), *parts
    return '.'.join([file.origins.get(node.id, f' {node.id}'), *reversed(parts)])


def deep(node, scope):
    """The expression with its variables replaced by what they stand for."""
    class Replace(ast.NodeTransformer):
        busy = 0

        def visit_Name(self, each):
            resolved = scope.resolved(each)
            if resolved is each or self.busy > 10:
                return each
            self.busy += 1
            try:
                return self.visit(copy.deepcopy(resolved))
            finally:
                self.busy -= 1
    return Replace().visit(copy.deepcopy(node))


def constants(function):
    """Distinct constants that a test uses, without docstrings and the messages of its assertions."""
    left_out = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            left_out.add(id(node.value))
        if isinstance(node, ast.Assert) and node.msg is not None:
            left_out.update(id(each) for each in ast.walk(node.msg))
    found = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Constant) and id(node) not in left_out:
            found.setdefault((type(node.value).__name__, repr(node.value)), (node.lineno, node.value))
    return found


def arguments_in(function, scope):
    """Arguments of calls, and values of variables; not the sides of assertions."""
    for node in ast.walk(function):
        is_asserting = isinstance(node, ast.Call) and (callee(node).lower().startswith('assert') or is_raises(node))
        if isinstance(node, ast.Call) and (not is_asserting or scope.comes_from_library(node.func)):
            yield from node.args
            for each in node.keywords:
                if not (isinstance(each.value, ast.Constant) and each.value.value in COMMON
                        and isinstance(each.value.value, (bool, type(None)))):
                    yield each.value
            for each in [*node.args, *(one.value for one in node.keywords)]:
                yield from parts_of(each)
        elif isinstance(node, ast.Subscript):
            yield from (node.slice, *parts_of(node.slice))


def parts_of(node):
    return [each for each in ast.walk(node) if isinstance(each, ast.expr) and each is not node]


def statement_risks(value, scope):
    """Whether some part that does not come from the project may raise."""
    for node in walk_flat(value):
        if isinstance(node, (ast.Subscript, ast.Attribute)) and not scope.comes_from_library(node) and not (
                isinstance(node, ast.Attribute) and is_safe_base(node, scope)):
            return True
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in BUILTINS and \
                node.func.id not in CONVERSIONS | {'range', 'str', 'bytes', 'object'} and not (
                    node.args and scope.comes_from_library(node.args[0])):
            return True
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Div, ast.Mod, ast.FloorDiv)):
            return True
    return False


def foreign_calls(value, scope):
    """Names of the functions in an expression that are neither the project's nor Python's own: they may raise."""
    return {callee(each) for each in walk_flat(value) if isinstance(each, ast.Call) and not scope.comes_from_library(each.func)
            and not (isinstance(each.func, ast.Name) and each.func.id in BUILTINS)}


def foreign_calls_in(statements):
    return {callee(each) for statement in statements for each in ast.walk(statement) if isinstance(each, ast.Call)}


def attributes_given(statements):
    """Attributes in arguments, without the names of what is called there."""
    calls = [each for statement in statements for each in ast.walk(statement) if isinstance(each, ast.Call)]
    names = {id(part) for each in calls for part in ast.walk(each.func)}
    given = {id(part) for each in calls for one in (*each.args, *each.keywords) for part in ast.walk(one)
             if isinstance(part, ast.Attribute)}
    return len(given - names)


def is_safe_base(node, scope):
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name) and (node.id in scope.file.imported or key_of(node) is not None)


def shown(node):
    """A piece of code in one line."""
    try:
        text = ' '.join(ast.unparse(node).split())
    except (AttributeError, ValueError, RecursionError):
        text = type(node).__name__
    return text if len(text) <= 120 else text[:120] + '…'
