"""The knowledge of the judge while tests run, in a generator: Python code reaches its variables only through its frame.

It takes the steps that the plugin tells, checks who tells them, and reports them.
"""
import faulthandler
import os
import sys
import time

# Set again for each run of a test, or checked in another way.
VARIABLE = {'_request', 'funcargs', '_obj', 'obj', '_instance', '_testcase', 'keywords', '_report_sections', 'stash',
            '_store', 'user_properties', 'own_markers', 'execution_count', '_initrequest'}
PARAMETERS = ('params', 'indices')


def watch(report, tell_waiting, job, integrity, names, source_of):
    """tell_waiting: writes the observations before a report; names: the functions of `names.py`; source_of: see `sources.py`."""
    loaded, meanings, homes = dict(sys.modules), {}, {}
    wanted = job['wanted'] and {name: index for index, name in enumerate(job['wanted'])}
    has_odd_keys = integrity.has_odd_keys
    allowed, seconds, ends = set(job['allowed']), job['seconds'], job['ends']
    tests = os.path.join(os.getcwd(), job['tests']) + '/'
    # By the identity of a test: its own name can be changed.
    numbers, functions, states, kept, codes = {}, {}, {}, [], {}
    # Libraries for tests replace the clocks of modules.
    clock, later, cancel = time.monotonic, faulthandler.dump_traceback_later, faulthandler.cancel_dump_traceback_later
    times = os.times

    def send(message):
        tell_waiting()
        report(message)

    def busy():
        """Seconds of processor of this process and of those that it waited for."""
        return sum(times()[:4])
    state = 'reported', 'teardown', None

    def tamper(what, kind='replaced'):
        if what not in allowed:
            allowed.add(what)
            send(('tampered', kind, what))

    def check(number=None):
        for change in integrity.tampering():
            send(('tampered', 'replaced', change))
        for name in integrity.replaced() if number is not None else ():
            send(('replaced', number, name))

    def check_item(item):
        name = item.nodeid
        if getattr(item, 'function', None) is not functions[id(item)]:
            tamper('the code of ' + name)
        before, now = states[id(item)], state_of(item)
        shadowed = [key for key in now if key not in before and callable(getattr(type(item), key, None))]
        changed = shadowed + [key for key, value in before.items() if now.get(key) is not value]
        if changed:
            tamper(f'{changed[0]} of the test {name}')

    def is_of_file(code):
        """Whether a test file contains this code: a file name in it can be forged."""
        file = getattr(code, 'co_filename', None)
        if type(file) is not str or not file.startswith(tests):
            return False
        if file not in codes:
            codes[file] = codes_in(file, source_of(file))
        return code in codes[file]

    def check_names(item):
        """Of the module of the test, since a function looks its names up there."""
        if id(item) not in homes:
            return
        file, contents = homes[id(item)]
        if has_odd_keys(contents):
            tamper(f'a name that is no text in {file[len(tests):]}')
            return
        imports, missing, replaced, builtin = meanings[id(contents)]
        found = [*names['changed'](imports, contents, loaded), *replaced()]
        found += [each for each in missing if each in contents]
        if contents.get('__builtins__') is not builtin:
            found.append('__builtins__')
        for name in found:
            tamper(f'the name {name} in {file[len(tests):]}')

    def remember(item):
        """Keeps the contents of the module of a test, once all tests are collected."""
        function = names['innermost'](functions[id(item)], tests)
        if function is None:
            return
        file, contents = function.__code__.co_filename, function.__globals__
        homes[id(item)] = file, contents
        if id(contents) not in meanings:
            tree = names['tree_of'](source_of(file))
            meanings[id(contents)] = (names['imported'](tree, job['project']), names['unbound'](tree, loaded, job['project']),
                                      names['replaced_in'](contents), contents.get('__builtins__'))

    def collect(items, hooks):
        for index, item in enumerate(items):
            if not wanted:
                send(('item', index, item.nodeid))
        chosen = [item for item in items if not wanted or item.nodeid in wanted]
        items[:] = chosen
        for index, item in enumerate(chosen):
            numbers[id(item)] = wanted[item.nodeid] if wanted else index
            functions[id(item)] = getattr(item, 'function', None)
            states[id(item)] = state_of(item)
            kept.append(item)
            if not is_of_file(getattr(functions[id(item)], '__code__', None)):
                tamper('the origin of ' + item.nodeid)
            remember(item)
        check()
        integrity.begin(hooks)

    def before(phase, item):
        number = numbers[id(item)]
        check_item(item)
        check_names(item)
        if phase == 'setup':
            check()
            integrity.restore()
            limit = seconds[number] if number < len(seconds) else 0
            if limit:
                later(limit, exit=True, file=job['log'])
            send(('begin', number, clock(), busy()))

    def after(phase, item, is_sound):
        number = numbers[id(item)]
        check_names(item)
        check(number)
        send(('phase', number, phase, is_sound, clock(), busy()))

    def reported(phase, item, outcome, is_expected, text):
        number = numbers[id(item)]
        send(('report', number, phase, outcome, is_expected, text))
        if phase == 'teardown':
            check()
            cancel()
            send(('done', number))

    def follows(what, phase, item):
        """Whether pytest takes this step now."""
        last, last_phase, of = state
        if what == 'before' and phase == 'setup':
            return (last, last_phase) == ('reported', 'teardown')
        if of is not item:
            return False
        if what == 'before':
            return last == 'reported' and last_phase in (('setup',) if phase == 'call' else ('setup', 'call'))
        return (last, last_phase) == ('before' if what == 'after' else 'after', phase)

    steps = {'before': before, 'after': after, 'reported': reported}
    # First of all, who may tell a step.
    is_asked = yield
    getpid, leave = os.getpid, os._exit
    process = getpid()
    while True:
        what, *rest = yield
        if getpid() != process:
            # A copy of the process runs no tests: it would learn from them.
            leave(0)
        is_good = what == 'end' or is_asked()
        if is_good and what in steps:
            is_good = follows(what, *rest[:2])
        if not is_good:
            tamper('a report that pytest did not ask for', 'event')
            if ends:
                continue
        if what in steps:
            state = what, *rest[:2]
            steps[what](*rest)
        elif what == 'collected':
            collect(*rest)
        elif what == 'uncollected':
            send((what, *rest))
        else:
            check()
            # After the last test, pytest undoes its own changes.
            integrity.end()
            if what == 'end':
                send((what, *rest))


def codes_in(file, text):
    """All code of a file as Python compiles it."""
    todo = [compile(text, file, 'exec', dont_inherit=True)]
    found = set()
    while todo:
        code = todo.pop()
        found.add(code)
        todo += [each for each in code.co_consts if type(each) is type(code)]
    return found


def state_of(item):
    """Attributes and parameters that a test consists of."""
    own = {key: value for key, value in vars(item).items() if key not in VARIABLE}
    for name in PARAMETERS:
        for key, value in getattr(own.get('callspec'), name, {}).items():
            own[name + ' ' + key] = value
    return own
