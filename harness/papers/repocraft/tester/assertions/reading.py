"""One test file, read for the comparison: what its names mean, and which expressions come from the library under test."""
import ast
import builtins
import sys

TOOLS = {'pytest', '_pytest', 'hypothesis', 'mock', 'unittest', 'numpy', 'pandas', 'attr', 'attrs', 'freezegun', 'six'}
BUILTINS = set(dir(builtins))
# Calls that only change the container of a value.
CONVERSIONS = {'list', 'tuple', 'dict', 'set', 'frozenset'}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
SCOPES = (*FUNCTIONS, ast.ClassDef)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)


def dump(node):
    return ast.dump(node, annotate_fields=False)


def callee(call):
    """The last name of what is called: `raises` of `pytest.raises(…)`."""
    func = call.func
    return func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ''


def is_assertion_call(node):
    return isinstance(node, ast.Call) and callee(node).lower().startswith('assert')


def is_raises(call):
    return isinstance(call, ast.Call) and callee(call) in RAISES


RAISES = {'raises', 'warns', 'deprecated_call', 'assertRaises', 'assertRaisesRegex', 'assertWarns', 'assertWarnsRegex',
          'assertLogs', 'RaisesGroup'}


class File:
    """library: top-level modules of the library; None if they are not known: then all that are neither Python's nor tools."""

    def __init__(self, text, library):
        self.tree = ast.parse(text)
        self.library = library
        self.imported = {}
        self.defined = {}
        self.modules = []
        # While it is asked whether a name has a value besides itself.
        self.is_grounding = False
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                for each in node.names:
                    self.modules.append(each.name)
                    self.imported[each.asname or each.name.split('.')[0]] = self.is_library(each.name, 0)
            elif isinstance(node, ast.ImportFrom):
                self.modules.append('.' * node.level + (node.module or ''))
                for each in node.names:
                    self.imported[each.asname or each.name] = self.is_library(node.module or '', node.level)
        self.collect(self.tree, '', self.defined)
        self.fields = {}
        self.helpers = {node.name: None for node in self.defined.values() if isinstance(node, FUNCTIONS)}
        self.constants = Scope(self, [node for node in self.tree.body if not isinstance(node, SCOPES)], None, None)
        # Helpers may call one another: two passes reach a fixed point for all but long chains, which stay unknown.
        for _ in range(3):
            for name, node in self.defined.items():
                if isinstance(node, FUNCTIONS):
                    scope = self.scope(name)
                    self.helpers[node.name] = scope.gives()
                    for key, values in scope.values.items():
                        if key.startswith('self.'):
                            self.fields.setdefault((name.rpartition('.')[0], key), {})[name] = values, scope
                else:
                    scope = Scope(self, [each for each in node.body if not isinstance(each, SCOPES)], self.constants, None)
                    for key, values in scope.values.items():
                        self.fields.setdefault((name, 'self.' + key), {})[name] = values, scope
            self.refresh()

    def is_library(self, module, level):
        top = module.partition('.')[0]
        if self.library is not None:
            return top in self.library or level > 0
        return level > 0 or (top not in TOOLS and top not in sys.stdlib_module_names)

    def collect(self, node, prefix, found):
        for each in node.body:
            if isinstance(each, SCOPES):
                name = prefix + each.name
                found[name] = each
                if isinstance(each, ast.ClassDef):
                    self.collect(each, name + '.', found)

    def scope(self, name):
        node = self.defined[name]
        return Scope(self, node.body, self.constants, name.rpartition('.')[0], node)

    def refresh(self):
        """Forgets what was found before all helpers and fields were known."""
        for each in (self.constants, *(scope for by in self.fields.values() for _, scope in by.values())):
            each.known.clear()
            each.loose.clear()

    def functions(self):
        return {name: node for name, node in self.defined.items() if isinstance(node, FUNCTIONS)}


class Scope:
    """The variables of one function, without regard to the order of its statements."""

    def __init__(self, file, body, above, owner, function=None):
        self.file, self.above, self.owner, self.function = file, above, owner, function
        self.values = {}
        self.touched = set()
        self.busy = set()
        self.known = {}
        self.loose = {}
        self.is_settled = False
        self.parameters = [each.arg for each in all_arguments(function)] if function else []
        for statement in body:
            for node in walk_flat(statement):
                self.read(node)
        for statement in body:
            for node in walk_flat(statement):
                if isinstance(node, ast.Call) and self.comes_from_library(node.func):
                    for each in [*node.args, *(one.value for one in node.keywords)]:
                        self.touch(each)
        self.known.clear()
        self.is_settled = True

    def touch(self, given):
        """Notes the variables in an argument of the library that it may change."""
        if isinstance(given, ast.Name):
            self.touched.add(given.id)
        for node in ast.walk(given):
            key = key_of(node)
            values = self.lookup(key) if key else None
            if values and not all(isinstance(each, ast.Constant) for each, _ in values):
                self.touched.add(key)

    def is_touched(self, key):
        return key in self.touched or (self.above is not None and key not in self.values and self.above.is_touched(key))

    def read(self, node):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                self.bind(target, node.value)
        elif isinstance(node, (ast.AnnAssign, ast.NamedExpr)) and node.value is not None:
            self.bind(node.target, node.value)
        elif isinstance(node, ast.AugAssign):
            self.bind(node.target, ast.copy_location(ast.BinOp(node.target, node.op, node.value), node))
        elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
            self.bind(node.target, Element(node.iter))
        elif isinstance(node, ast.withitem) and node.optional_vars is not None:
            self.bind(node.optional_vars, Raised(node.context_expr) if is_raises(node.context_expr) else node.context_expr)

    def bind(self, target, value):
        if isinstance(target, (ast.Tuple, ast.List)):
            same = isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(target.elts)
            for index, each in enumerate(target.elts):
                self.bind(each, value.elts[index] if same else Element(value))
        elif isinstance(target, ast.Starred):
            self.bind(target.value, Element(value))
        elif key_of(target):
            self.values.setdefault(key_of(target), []).append(value)

    def lookup(self, key):
        """All values that a name may have, with the scope of each; None if the name is not a variable."""
        if key in self.values:
            return [(each, self) for each in self.values[key]]
        if key.startswith('self.'):
            found = [entry for (owner, field), by in self.file.fields.items() if field == key and owner == self.owner
                     for values, scope in by.values() for entry in ((each, scope) for each in values)]
            return found or None
        if key in self.parameters:
            return None
        return self.above.lookup(key) if self.above else None

    def resolved(self, node):
        """The expression that a name with one value stands for."""
        for _ in range(10):
            key = key_of(node)
            found = self.lookup(key) if key else None
            if not found or len(found) != 1 or isinstance(found[0][0], Element) or self.from_library(node):
                return node
            node = found[0][0]
        return node

    def comes_from_library(self, node):
        """Strict: the value of the expression is one that the library gave, or a part of it."""
        if isinstance(node, Raised):
            return True
        if isinstance(node, Element):
            return self.comes_from_library(node.value)
        if isinstance(node, ast.Name):
            return self.name_comes(node.id)
        if isinstance(node, ast.Attribute):
            key = key_of(node)
            if key:
                return self.name_comes(key)
            return self.comes_from_library(node.value)
        if isinstance(node, ast.Subscript):
            return self.comes_from_library(node.value)
        if isinstance(node, (ast.Await, ast.Starred, ast.YieldFrom)):
            return self.comes_from_library(node.value)
        if isinstance(node, ast.UnaryOp):
            return self.comes_from_library(node.operand)
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else None
            if name in CONVERSIONS and name not in self.file.imported:
                return len(node.args) == 1 and not node.keywords and self.comes_from_library(node.args[0])
            return self.comes_from_library(node.func)
        if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
            return len(node.elts) > 0 and all(self.comes_from_library(each) for each in node.elts)
        if isinstance(node, ast.Dict):
            # Without a key: the dictionary is unpacked.
            parts = [*node.values, *filter(None, node.keys)]
            return len(parts) > 0 and all(self.comes_from_library(each) for each in parts)
        if isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp)):
            return self.comes_from_library(node.elt)
        if isinstance(node, ast.DictComp):
            return self.comes_from_library(node.key) and self.comes_from_library(node.value)
        return False

    def name_comes(self, key):
        if key in self.busy:
            return not self.file.is_grounding
        if self.file.is_grounding:
            return self.name_comes_now(key)
        if self.is_settled and key in self.known:
            return self.known[key]
        is_first = not self.busy
        comes = self.name_comes_now(key) and (not is_first or self.is_grounded(key))
        # A value that is found inside of a cycle depends on where the cycle was entered.
        if is_first:
            self.known[key] = comes
        return comes

    def is_grounded(self, key):
        """Whether a name is more than a copy of itself: `self.v = self.v` gives it no value of the library."""
        found = self.lookup(key)
        if found is None:
            return True
        self.busy.add(key)
        self.file.is_grounding = True
        try:
            return any(scope.comes_from_library(value) for value, scope in found)
        finally:
            self.file.is_grounding = False
            self.busy.discard(key)

    def name_comes_now(self, key):
        self.busy.add(key)
        try:
            found = self.lookup(key)
            if found is not None:
                return all(scope.comes_from_library(value) for value, scope in found)
            helper = key.removeprefix('self.')
            if key in self.parameters:
                return self.file.helpers.get(key) is True or self.is_given_library(key)
            if helper in self.file.helpers:
                return self.file.helpers[helper] is True
            if key in self.file.defined and isinstance(self.file.defined[key], ast.ClassDef):
                return any(self.from_library(base) for base in self.file.defined[key].bases)
            return self.file.imported.get(key, False)
        finally:
            self.busy.discard(key)

    def is_given_library(self, parameter):
        """Whether the test is parametrised with parts of the library under this name."""
        return any(isinstance(each, ast.Call) and callee(each) == 'parametrize' and len(each.args) > 1
                   and isinstance(each.args[0], ast.Constant) and parameter in str(each.args[0].value).replace(',', ' ').split()
                   and self.above.from_library(each.args[1]) for each in self.function.decorator_list)

    def from_library(self, node):
        """Loose: some part of the expression has to do with the library."""
        if isinstance(node, Raised):
            return True
        if isinstance(node, Element):
            return self.from_library(node.value)
        if self.busy:
            return self.from_library_now(node)
        if id(node) not in self.loose:
            # The node is kept so that no other one gets its identity.
            self.loose[id(node)] = self.from_library_now(node), node
        return self.loose[id(node)][0]

    def from_library_now(self, node):
        for each in ast.walk(node):
            key = key_of(each)
            if key is None:
                continue
            if self.is_touched(key) or self.name_comes(key):
                return True
            if key in self.busy:
                continue
            self.busy.add(key)
            try:
                if any(scope.from_library(value) for value, scope in self.lookup(key) or ()):
                    return True
            finally:
                self.busy.discard(key)
        return False

    def is_touched_only(self, node):
        """A variable that the library may only have changed."""
        while isinstance(node, (ast.Attribute, ast.Subscript)):
            node = node.value
        return isinstance(node, ast.Name) and self.is_touched(node.id) and not self.comes_from_library(node)

    def gives(self):
        """True if all results of the function come from the library, False if none does, else None."""
        results = [node.value for statement in self.function.body for node in walk_flat(statement)
                   if isinstance(node, (ast.Return, ast.Yield)) and node.value is not None]
        if not results or not any(self.from_library(each) for each in results):
            return False
        return True if all(self.comes_from_library(each) for each in results) else None


class Element:
    """Any element of an iterable."""

    def __init__(self, value):
        self.value = value


class Raised(Element):
    """The exception of a call of the library. Another check decides whether it is such a call."""


def key_of(node):
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in ('self', 'cls'):
        return 'self.' + node.attr
    return None


def all_arguments(function):
    given = function.args
    return [*given.posonlyargs, *given.args, *given.kwonlyargs, *filter(None, (given.vararg, given.kwarg))]


def walk_flat(node):
    """The node and all below it, without the bodies of functions and classes in it."""
    yield node
    if isinstance(node, (*SCOPES, ast.Lambda)):
        return
    for each in ast.iter_child_nodes(node):
        yield from walk_flat(each)
