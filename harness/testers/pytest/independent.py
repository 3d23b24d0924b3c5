"""Which expressions of a test file do not depend on the library that is tested: literals, and what is computed from them alone.

The value of such a side of a comparison is known from the reference, so it is not computed where produced code runs. Nothing is wrong if
this analysis is too generous: the reference is run with the result, and what it changes there is taken back.
"""
import ast
import builtins

# Modules whose functions neither know the library nor change anything.
MODULES = {'base64', 'binascii', 'collections', 'datetime', 'decimal', 'fractions', 'hashlib', 'json', 'math', 'os', 'os.path', 'pathlib',
           'posixpath', 're', 'string', 'struct', 'textwrap', 'time', 'uuid'}
FUNCTIONS = {'abs', 'bool', 'bytearray', 'bytes', 'chr', 'complex', 'dict', 'divmod', 'enumerate', 'float', 'frozenset', 'hash', 'hex', 'int',
             'len', 'list', 'max', 'min', 'object', 'oct', 'open', 'ord', 'pow', 'range', 'repr', 'reversed', 'round', 'set', 'slice', 'sorted',
             'str', 'sum', 'tuple', 'type', 'zip'}
OWN_NAMES = {'__file__', '__name__'}
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
# A binding whose value is not an expression of the file, or depends on the library in a way that nobody follows.
FOREIGN = object()


class Scope:
    """Names of a module or a function: name → the expressions that are bound to it, or FOREIGN."""

    def __init__(self, node, outer, project):
        self.node, self.outer, self.bound, self.project = node, outer, {}, project
        for each in own_nodes(node):
            self.bind_all(each)
        if isinstance(node, SCOPES):
            arguments = node.args
            for each in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]:
                if each is not None:
                    self.bind(each.arg, FOREIGN)

    def is_known(self, node, name):
        """Of modules that are not those of the project, also their constants."""
        module = node.module or ''
        return node.level == 0 and (module in MODULES or name.isupper() and module.split('.')[0] not in self.project)

    def bind(self, name, value):
        self.bound.setdefault(name, []).append(value)

    def bind_target(self, target, value):
        if isinstance(target, ast.Name):
            self.bind(target.id, value)
        elif isinstance(target, (ast.Tuple, ast.List)):
            for each in target.elts:
                self.bind_target(each, value)
        elif isinstance(target, ast.Starred):
            self.bind_target(target.value, value)
        elif isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
            # It changes what the name stands for.
            self.bind(target.value.id, value)

    def bind_all(self, node):
        if isinstance(node, ast.Assign):
            for each in node.targets:
                self.bind_target(each, node.value)
        elif isinstance(node, (ast.AugAssign, ast.AnnAssign, ast.NamedExpr)) and node.value is not None:
            self.bind_target(node.target, node.value)
        elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
            self.bind_target(node.target, node.iter)
        elif isinstance(node, ast.withitem) and node.optional_vars is not None:
            self.bind_target(node.optional_vars, node.context_expr)
        elif isinstance(node, ast.Import):
            for each in node.names:
                known = each.name in MODULES
                self.bind(each.asname or each.name.split('.')[0], ast.Constant(None) if known else FOREIGN)
        elif isinstance(node, ast.ImportFrom):
            for each in node.names:
                self.bind(each.asname or each.name, ast.Constant(None) if self.is_known(node, each.name) else FOREIGN)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            self.bind(node.name, FOREIGN)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            self.bind(node.name, FOREIGN)
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            for each in node.names:
                self.bind(each, FOREIGN)


def own_nodes(scope):
    """Nodes of a scope without those of the functions in it; these themselves are among them. A class is part of what it stands in."""
    todo = list(scope.body) if isinstance(scope.body, list) else [scope.body]
    while todo:
        node = todo.pop()
        yield node
        if not isinstance(node, SCOPES):
            todo += list(ast.iter_child_nodes(node))


class Independence:
    """Answers for all expressions of a file; a scope of each is found by its node."""

    def __init__(self, tree, project):
        """project: the names by which it is imported"""
        self.project = project
        self.scope_of, self.attributes, self.asked = {}, {}, set()
        self.scopes = []
        self.visit(tree, None)
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                self.take_attributes(node)

    def visit(self, node, outer):
        scope = Scope(node, outer, self.project)
        self.scopes.append(scope)
        for each in own_nodes(node):
            self.scope_of[id(each)] = scope
            if isinstance(each, SCOPES):
                self.visit(each, scope)

    def take_attributes(self, node):
        """Collects the values that are assigned to attributes in the body of a class, and to those of `self` in its methods."""
        for each in node.body:
            if isinstance(each, ast.Assign):
                for target in each.targets:
                    if isinstance(target, ast.Name):
                        self.attributes.setdefault(target.id, []).append(each.value)
        for each in ast.walk(node):
            if isinstance(each, ast.Assign):
                for target in each.targets:
                    if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == 'self':
                        self.attributes.setdefault(target.attr, []).append(each.value)

    def holds(self, node):
        """Whether the value of an expression does not depend on the library."""
        kind = type(node)
        if kind is ast.Constant:
            return True
        if kind is ast.Name:
            return self.holds_name(node, node.id)
        if kind is ast.Attribute:
            if isinstance(node.value, ast.Name) and node.value.id == 'self':
                return self.all_hold(('self', node.attr), self.attributes.get(node.attr, [FOREIGN]))
            return self.holds(node.value)
        if kind is ast.Call:
            return self.holds(node.func) and all(map(self.holds, node.args)) and all(self.holds(each.value) for each in node.keywords)
        if kind in (ast.List, ast.Tuple, ast.Set, ast.Dict, ast.Starred, ast.UnaryOp, ast.BinOp, ast.BoolOp, ast.Compare, ast.IfExp,
                    ast.Subscript, ast.Slice, ast.JoinedStr, ast.FormattedValue, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp,
                    ast.comprehension):
            return all(self.holds(each) for each in ast.iter_child_nodes(node) if isinstance(each, (ast.expr, ast.comprehension)))
        return False

    def holds_name(self, node, name):
        scope = self.scope_of.get(id(node))
        while scope is not None:
            if name in scope.bound:
                return self.all_hold((id(scope), name), scope.bound[name])
            scope = scope.outer
        return name in OWN_NAMES or name in FUNCTIONS and hasattr(builtins, name)

    def all_hold(self, key, values):
        # A name that is bound by means of itself depends on the library only if another binding does.
        if key in self.asked:
            return True
        self.asked.add(key)
        try:
            return all(each is not FOREIGN and self.holds(each) for each in values)
        finally:
            self.asked.discard(key)

    def unused(self, sides):
        """Values that are assigned to a variable of a function which stands in `sides` alone: (value, sides in which it stands).

        sides: expressions that are not computed
        """
        inside = {}
        for side in sides:
            for each in ast.walk(side):
                inside[id(each)] = side
        for scope in self.scopes:
            if not isinstance(scope.node, SCOPES):
                continue
            names = [each for each in ast.walk(scope.node) if isinstance(each, ast.Name)]
            for node in own_nodes(scope.node):
                if not isinstance(node, ast.Assign) or len(node.targets) != 1 or not isinstance(node.targets[0], ast.Name):
                    continue
                name = node.targets[0].id
                uses = [each for each in names if each.id == name and not isinstance(each.ctx, ast.Store)]
                if uses and all(id(each) in inside for each in uses) and self.holds_name(node.value, name) \
                        and all(isinstance(each, ast.expr) for each in scope.bound[name]):
                    yield node.value, [inside[id(each)] for each in uses]
