"""Whether an adapted test keeps the assertions of the reference test. Reads a job from stdin, writes the result to stdout.

Runs in a sandbox without produced code: both tests are only parsed. See docs/adr/0021-the-judge-of-tasks.md.
"""
import ast
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))

from bindings import origins, problems as binding_problems  # noqa: E402
from constructs import problems as construct_problems  # noqa: E402
from events import events, has_assertion  # noqa: E402
from foreign import problems as foreign_problems  # noqa: E402
from given import problems as given_problems  # noqa: E402
from guarded import guarded, problems as guard_problems  # noqa: E402
from helpers import asserting, callers, nested  # noqa: E402
from keeping import Keeping  # noqa: E402
from mutations import problems as mutation_problems  # noqa: E402
from outside import problems as outside_problems  # noqa: E402
from reading import FUNCTIONS, File, Scope, all_arguments, dump  # noqa: E402

MOST = 30


def compare(job):
    try:
        return compared(job)
    except (RecursionError, MemoryError):
        problem = 'it is nested too deeply, or its names stand for too much, to be compared'
    except Exception as error:
        # Without a comparison no test counts, and the model may write another one.
        what = f'{type(error).__name__}: {error}'[:200]
        problem = f'the judge cannot compare it ({what}): write it in a simpler way'
    return {'problems': [problem], 'pairs': []}


def compared(job):
    try:
        reference = File(job['reference'], job['library'])
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return {'unread': f'the reference test cannot be parsed: {error}', 'problems': [], 'pairs': []}
    try:
        adapted = File(job['adapted'], job['project'])
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return {'problems': [f'it is not valid Python: {error}'], 'pairs': []}
    for file in (reference, adapted):
        file.origins = origins(file)
    found, pairs = [], []
    found += definitions(reference, adapted, job['tests'])
    found += block_problems(reference, adapted)
    found += shadow_problems(reference, adapted)
    found += binding_problems(reference, adapted)
    found += mutation_problems(reference, adapted)
    found += foreign_problems(reference, adapted)
    found += outside_problems(reference, adapted)
    found += construct_problems(reference, adapted, set(job['project']))
    found += guard_problems(reference, adapted)
    local = asserting(reference)
    found += given_problems(reference, adapted, local)
    callers_of = callers(reference, local)
    for name, node in reference.functions().items():
        own = adapted.functions().get(name)
        if own is None:
            continue
        keeping = Keeping(reference.scope(name), adapted.scope(name), local)
        found += [f'{name}: {each}' for each in function_problems(node, own, keeping, pairs, callers_of[name])]
    keeping = Keeping(reference.constants, adapted.constants, local)
    for name, node in reference.defined.items():
        own = adapted.defined.get(name)
        if isinstance(node, ast.ClassDef) and isinstance(own, ast.ClassDef):
            found += [f'{name}: {each}' for each in head_problems(node, own, keeping)]
    text = job['adapted'] if found else guarded(job['adapted'], reference, adapted, job['mark'])
    return {'problems': list(dict.fromkeys(found))[:MOST], 'pairs': pairs, 'guarded': text}


def definitions(reference, adapted, tests):
    for name in tests:
        matching = [each for each in reference.defined if each == name or each.endswith('.' + name)]
        if not matching:
            yield f'the reference test has no function {name}'
    for name, node in reference.defined.items():
        needed = name.rpartition('.')[2].lower().startswith('test') or has_inner_assertion(node)
        if name not in adapted.defined:
            if needed:
                yield f'{name} is missing'
        elif type(adapted.defined[name]) is not type(node):
            yield f'{name} is not of the same kind'
    for name, node in adapted.defined.items():
        if name in reference.defined:
            continue
        owner = adapted.defined.get(name.rpartition('.')[0])
        if owner is None or not any(adapted.constants.from_library(base) for base in owner.bases):
            yield f'it defines {name}, which the reference test does not'
    if len(at_levels(adapted.tree)) - len(adapted.defined) > len(at_levels(reference.tree)) - len(reference.defined):
        yield 'it defines a function twice'


def block_problems(reference, adapted):
    """Definitions in blocks of the module or of a class: they may replace a test."""
    before = names_in_blocks(reference.tree)
    for name in sorted(names_in_blocks(adapted.tree) - before):
        yield f'it defines {name} in a block, which the reference test does not'


def names_in_blocks(tree):
    found = set()
    todo = [(each, False) for each in tree.body]
    while todo:
        node, is_inside = todo.pop()
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            if is_inside:
                found.add(node.name)
            if isinstance(node, ast.ClassDef):
                todo += [(each, is_inside) for each in node.body]
        else:
            todo += [(each, True) for each in ast.iter_child_nodes(node)]
    return found


def shadow_problems(reference, adapted):
    """A variable of a comprehension exists only there: the comparison does not tell it from another one of the same name."""
    for name in sorted(shadows(adapted) - shadows(reference)):
        yield f'the variable {name} of a comprehension has the name of another one: give it a name of its own'


def shadows(file):
    inner, outer = set(), set(file.imported) | {each.rpartition('.')[2] for each in file.defined}
    in_comprehensions = set()
    for node in ast.walk(file.tree):
        if isinstance(node, ast.comprehension):
            targets = [each for each in ast.walk(node.target) if isinstance(each, ast.Name)]
            in_comprehensions |= {id(each) for each in targets}
            inner |= {each.id for each in targets}
        elif isinstance(node, ast.arg):
            outer.add(node.arg)
    outer |= {node.id for node in ast.walk(file.tree)
              if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and id(node) not in in_comprehensions}
    return inner & outer


def head_problems(reference, adapted, keeping):
    """Of a class: what it inherits, and what wraps it."""
    for field in ('bases', 'decorator_list'):
        before, now = getattr(reference, field), getattr(adapted, field)
        if len(before) != len(now):
            yield f'it has other {"bases" if field == "bases" else "decorators"}'
        for own, other in zip(before, now):
            yield from keeping.kept(own, other, 'the head of the class')
    before, now = [{each.arg: each.value for each in node.keywords} for node in (reference, adapted)]
    if set(before) != set(now):
        yield 'it has other keywords'
    for name in set(before) & set(now):
        yield from keeping.kept(before[name], now[name], 'the head of the class')


def at_levels(tree):
    """Definitions of the module and of its classes."""
    found = []
    for node in tree.body:
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            found.append(node)
            if isinstance(node, ast.ClassDef):
                found += at_levels(node)
    return found


def has_inner_assertion(node):
    return any(has_assertion(each) for each in node.body if not isinstance(each, (*FUNCTIONS, ast.ClassDef)))


def function_problems(reference, adapted, keeping, pairs, tests):
    """tests: those that must reach the assertions of the function."""
    before, now = [all_names(each) for each in (reference, adapted)]
    if now - before:
        yield f'it takes {", ".join(sorted(now - before))}, which the reference test does not'
    yield from default_problems(reference, adapted, keeping)
    if len(reference.decorator_list) != len(adapted.decorator_list):
        yield 'it has other decorators'
    for own, other in zip(reference.decorator_list, adapted.decorator_list):
        yield from keeping.kept(own, other, 'the decorator')
    events_before, events_now = events(reference.body, keeping.local), events(adapted.body, keeping.local)
    if any(each.kind == 'with' for each in events_before) and forms(events_before) != forms(events_now):
        # A project may not need to be entered where the library had to be.
        events_before = [each for each in events_before if each.kind != 'with' or not keeping.before.comes_from_library(each.node)]
    if forms(events_before) != forms(events_now):
        yield (f'the reference has the assertions {shape(events_before)}, '
               f'and the adapted test has {shape(events_now)}')
        return
    if is_helper(reference) and not events_before:
        yield from helper_problems(reference, adapted, keeping)
    keeping.expects(events_before)
    yield from line_problems(events_before, events_now)
    for own, other in zip(events_before, events_now):
        pairs.append([own.line, other.line, other.conditional, tests])
        yield from keeping.event(own, other)
    yield from keeping.inputs(reference, adapted)
    yield from nested_problems(reference, adapted, keeping, pairs)


def default_problems(reference, adapted, keeping):
    before, now = defaults(reference), defaults(adapted)
    for name in all_names(adapted):
        if (name in before) != (name in now):
            yield f'it takes {name} with another default'
        elif name in now:
            yield from keeping.kept(before[name], now[name], f'the default of {name}')


def defaults(function):
    given = function.args
    positional = [*given.posonlyargs, *given.args]
    pairs = [*zip(reversed(positional), reversed(given.defaults)), *zip(given.kwonlyargs, given.kw_defaults)]
    return {each.arg: value for each, value in pairs if value is not None}


def nested_problems(reference, adapted, keeping, pairs):
    inner = nested(adapted)
    for node in nested(reference):
        own = next((each for each in inner if each.name == node.name and type(each) is type(node)), None)
        if own is None:
            if events(node.body, keeping.local):
                yield f'{node.name} is missing'
            continue
        inner.remove(own)
        before, now = keeping.before, keeping.now
        scopes = Scope(before.file, node.body, before, before.owner, node), Scope(now.file, own.body, now, now.owner, own)
        for each in function_problems(node, own, Keeping(*scopes, keeping.local), pairs, []):
            yield f'{node.name}: {each}'


def forms(list_of_events):
    return [(each.kind, each.depth) for each in list_of_events]


def line_problems(before, now):
    """An assertion is known by its line where it runs."""
    lines = {}
    for own, other in zip(before, now):
        lines.setdefault(other.line, []).append(own)
    for line, events_there in lines.items():
        if any(each.kind in ('assert', 'call') for each in events_there) and len({each.line for each in events_there}) > 1:
            yield f'line {line}: write the assertion on a line of its own, without another assertion or the head of a block'


def is_helper(function):
    return not function.name.lower().startswith(('test', 'setup', 'teardown'))


def helper_problems(reference, adapted, keeping):
    if dump(ast.Module(reference.body, [])) == dump(ast.Module(adapted.body, [])):
        return
    if keeping.before.from_library(ast.Module(reference.body, [])):
        if keeping.before.gives() is not False and keeping.now.gives() is not True:
            yield 'not all that it gives comes from the project'
    else:
        yield 'it is changed although it has nothing to do with the library'


def all_names(function):
    return {each.arg for each in all_arguments(function)}


def shape(list_of_events):
    return '[' + ', '.join(each.kind for each in list_of_events) + ']'


def main():
    sys.setrecursionlimit(5000)
    job = json.loads(sys.stdin.buffer.read())
    json.dump(compare(job), sys.stdout)


if __name__ == '__main__':
    main()
