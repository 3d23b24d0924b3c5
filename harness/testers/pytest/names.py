"""The meanings of names in a test file: produced code can give others to the module of the file and to its classes."""
import ast
import builtins
import types

# Of a module that is imported, not of a name in it.
WHOLE = None
# Names that every class has of its own, or that Python and pytest set later.
FREE = {'__doc__', '__module__', '__dict__', '__weakref__', '__abstractmethods__', '__annotations__', 'pytestmark'}


def tree_of(text):
    return ast.parse(text)


def imported(tree, project):
    """Names that a file binds by an import at its top and nowhere else, as (name, module, name in it)."""
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


def unbound(tree, loaded, project):
    """Builtins that a file does not bind: its module has no such names, unless somebody puts them there."""
    bound = {'__name__', '__doc__', '__package__', '__loader__', '__spec__', '__warningregistry__'}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            bound.add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            bound.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            bound |= {each.asname or each.name.partition('.')[0] for each in node.names}
            if any(each.name == '*' for each in node.names):
                bound |= names_of(node, loaded, project)
    return set(dir(builtins)) - bound


def names_of(node, loaded, project):
    """Names that a star binds: any, if they come from the project or from other test files."""
    known = node.level == 0 and node.module in loaded and node.module.partition('.')[0] not in project
    return set(vars(loaded[node.module]) if known else dir(builtins))


def innermost(function, tests):
    """The function of a test file below its decorators, such as `mock.patch`; None if there is none."""
    for _ in range(50):
        code = getattr(function, '__code__', None)
        if type(function) is types.FunctionType and code.co_filename.startswith(tests):
            return function
        function = getattr(function, '__wrapped__', None)
    return None


def replaced_in(contents):
    """A function that names what is replaced among the functions and classes that a test file defines, and the members of these classes.

    It is no class: `object.__subclasses__` would name it, and then its functions.
    """
    own = [(name, value) for name, value in list(contents.items())
           if type(value) is types.FunctionType and value.__globals__ is contents
           or issubclass(type(value), type) and getattr(value, '__module__', None) == contents.get('__name__')]
    classes = [types.SimpleNamespace(owner=each, members=functions_of(each), names=set(vars(each)), count=len(vars(each)),
                                     # Other bases give a class another tuple, also if they are put back.
                                     order=each.__mro__)
               for _, each in own if issubclass(type(each), type)]

    def replaced():
        yield from (name for name, value in own if contents.get(name) is not value)
        for each in classes:
            owner, now = each.owner, vars(each.owner)
            if owner.__mro__ is not each.order:
                yield owner.__name__ + '.__bases__'
            yield from (owner.__name__ + '.' + name for name, value in each.members if now.get(name) is not value)
            if len(now) != each.count:
                yield from (owner.__name__ + '.' + name for name in set(now) - each.names if is_inherited(owner, name))
                each.count, each.names = len(now), each.names | set(now)

    return replaced


def functions_of(owner):
    return [(name, value) for name, value in list(vars(owner).items()) if is_function(value)]


def is_function(value):
    return type(value) in (types.FunctionType, staticmethod, classmethod, property)


def is_inherited(owner, name):
    """Whether a class takes the place of something of its base classes."""
    return name not in FREE and any(name in vars(each) for each in owner.__mro__[1:])


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
