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
from helpers import asserting, callers, nested  # noqa: E402
from keeping import Keeping  # noqa: E402
from mutations import problems as mutation_problems  # noqa: E402
from outside import problems as outside_problems  # noqa: E402
from reading import FUNCTIONS, File, Scope, all_arguments, dump  # noqa: E402

MOST = 30


def compare(job):
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
    found += binding_problems(reference, adapted)
    found += mutation_problems(reference, adapted)
    found += foreign_problems(reference, adapted)
    found += outside_problems(reference, adapted)
    found += construct_problems(reference, adapted, set(job['project']))
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
    return {'problems': list(dict.fromkeys(found))[:MOST], 'pairs': pairs}


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
        if own.kind == 'assert' and lines.setdefault(other.line, own.line) != own.line:
            yield f'line {other.line}: it has several assertions in one line'


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
    try:
        compared = compare(job)
    except (RecursionError, MemoryError):
        compared = {'problems': ['it is nested too deeply, or its names stand for too much, to be compared'], 'pairs': []}
    json.dump(compared, sys.stdout)


if __name__ == '__main__':
    main()
