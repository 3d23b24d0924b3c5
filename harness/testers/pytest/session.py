"""One session of pytest: what is set up before it, and what is told about it."""
import _thread
import builtins
import ctypes
import importlib
import json
import os
import pkgutil
import re
import sys
import types

# Of linux/prctl.h.
SET_DUMPABLE = 4
# Of the dictionary of subclasses in `PyTypeObject` of CPython 3.8 to 3.11, on machines with 64 bits.
SUBCLASSES = 360
PARTS = ('channel', 'observers', 'integrity', 'versions', 'stack', 'watch', 'names', 'plugin', 'audit', 'responsible', 'signals',
         'kinds', 'paths', 'opaque', 'guards')
# Modules that code loads when it needs them: the first changes another one by that, and the second has numbers with names. The third starts
# OpenSSL, which loads the shared objects that a file names: the one in OPENSSL_CONF, as the environment is at that moment.
LATER = ('unittest.mock', 'http', '_hashlib')


def run(folder, load):
    step, args, watcher = prepare(folder, load, json.loads(sys.stdin.buffer.read()))
    # Frames on the stack can be looked at: this one has nothing that the plugin does not have.
    step(('end', int(start(args, watcher))))
    os._exit(0)


def prepare(folder, load, job):
    root = os.getcwd()
    tests = os.path.join(root, job['tests']) + '/'
    close_memory()
    forget_native(False)
    pipe = own_pipe()
    keys = bytes.fromhex(job.pop('key')), bytes.fromhex(job.pop('siteKey'))
    job['log'] = os.dup(2)
    sys.path.insert(0, root)
    sys.path.extend(job['modules'])
    load(folder, 'finder')['install'](job['project'], root)
    opaque = load(folder, 'opaque')['opaque']
    install = load(folder, 'sources', '<frozen importlib.tests>')['install']
    show, source_of = install(job.pop('texts'), tests, folder + '/', opaque)
    job['plugins'] = [name for name in job['plugins'] if preload(name)]
    for name in [*modules_of_pytest(), *LATER, *job['imports']]:
        preload(name)
    swallow_nothing()
    private = keep_own_modules(opaque)
    has_native = '_ctypes' in sys.modules
    judge = {name: load(folder, name) for name in PARTS}
    forget_native(has_native)
    quiet = judge['signals']['guard'](opaque)
    watching = judge['watch']['watch']
    own = judge['stack']['codes_of']([], [*judge.values(), globals()])
    known = {**own, **judge['stack']['codes_of'](modules_below({'_pytest', 'pluggy', 'pytest', *job['plugins']}), [])}

    reporting = {}
    judge['stack']['add'](watching.__code__, reporting)

    def is_report(message, frame):
        return type(message) is tuple and (id(frame.f_code) in reporting or message[:1] == ('tampered',))

    def is_observed(message, frame):
        caller = frame
        while caller is not None and id(caller.f_code) in own:
            caller = caller.f_back
        return type(message) is tuple and caller is not None and caller.f_code.co_filename.startswith(tests)

    channel, others = judge['channel']['channel'], judge['kinds']['kinds']()
    send = opened(channel(pipe, keys[0], os.getpid(), 'report', is_report, others)).send
    observe = opened(channel(pipe, keys[1], os.getpid(), 'site', is_observed, others)).send
    lock = _thread.RLock()
    observers = judge['observers']['observers'](observe, job['names'], lock, opaque)

    def tell_waiting():
        with lock:
            observe(None)
    builtins.__dict__.update(observers)

    leave = os._exit

    def tell(what):
        try:
            send(('tampered', 'event', what))
        finally:
            # Also if nothing can be told any more.
            if job['ends']:
                leave(86)

    produced = tuple(os.path.join(root, name) + end for name in job['project'] for end in ('/', '.py'))
    responsible = judge['responsible']['responsible'](produced, folder + '/', tests, judge['paths']['real'])
    guards = judge['guards']['guards'](responsible.is_given_variables, tell, frozenset(job['allowed']), opaque)
    builtins.__dict__.update(guards)
    keep_own_builtins(modules_below({'_pytest', 'pluggy', 'unittest'}), observers)
    counter = judge['versions']['counter'] if judge['versions']['are_counted']() else None
    integrity = judge['integrity']['integrity'](
        {*job['imports'], *job['plugins']}, set(job['project']), set(job['allowed']), set(observers), counter, private)
    told = opened(watching(send, tell_waiting, job, integrity, judge['names'], source_of)).send
    step, watcher = plugin_of(judge, told, (job['shown'], tests, show), known)
    integrity.protect({'pe_' + name: contents for name, contents in judge.items()} | {'pe_watcher': vars(watcher)})

    judge['audit']['watch'](responsible, judge['paths'], quiet, tests, folder + '/', job['allowed'], tell, job['ends'], own)
    return step, arguments(job, root), watcher


def plugin_of(judge, step, options, known):
    """The plugin that tells the judge's generator what happens; from now on, it alone does."""
    watcher = judge['plugin']['plugin'](step, *options)
    hooks = {id(function.__code__) for name, function in vars(watcher).items() if name.startswith('pytest_')}
    step(judge['stack']['asks'](known, hooks, calls_of_pluggy()))
    return step, watcher


def calls_of_pluggy():
    """The code that runs hooks, by identity."""
    try:
        from pluggy import _callers as callers
    except ImportError:
        from pluggy import callers
    found = [getattr(callers, name, None) for name in ('_multicall', 'run_old_style_hookwrapper')]
    return {id(each.__code__) for each in found if each is not None}


def close_memory():
    """Other processes of the same user cannot read the memory of this one, nor attach to it."""
    if sys.platform == 'linux':
        ctypes.CDLL(None).prctl(SET_DUMPABLE, 0, 0, 0, 0)


def forget_native(is_wanted):
    """`ctypes` reads and writes memory without an event. Nobody finds the judge's own: a project must import it. Or a library has."""
    if is_wanted:
        return
    for name in [each for each in sys.modules if is_native(each)]:
        del sys.modules[name]
    if (3, 8) <= sys.version_info[:2] <= (3, 11) and ctypes.sizeof(ctypes.c_void_p) == 8:
        todo = [object]
        for base in todo:
            found = type.__subclasses__(base)
            hide_classes(base, [each for each in found if is_native(each.__module__)])
            todo += [each for each in found if each not in todo]


def is_native(module):
    return type(module) is str and (module == '_ctypes' or module.partition('.')[0] == 'ctypes')


def hide_classes(base, classes):
    """Takes them out of `base.__subclasses__()`: a function of one leads to its module. Later versions keep them elsewhere."""
    if not classes:
        return
    known = ctypes.cast(ctypes.c_void_p.from_address(id(base) + SUBCLASSES), ctypes.py_object).value
    for each in classes:
        if type(known) is dict and id(each) in known:
            del known[id(each)]


def opened(generator):
    next(generator)
    return generator


def own_pipe():
    """Moves stdout away from where produced code prints, and what it prints to stderr, of which little is kept."""
    descriptor = os.dup(1)
    os.set_inheritable(descriptor, False)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    os.close(nothing)
    return descriptor


def preload(name):
    try:
        importlib.import_module(name)
    except Exception:
        # The tests say what they miss.
        return False
    return True


def modules_of_pytest():
    """Most of them would be loaded when it starts: produced code could replace their functions unnoticed."""
    if not preload('pytest'):
        return []
    import _pytest
    return ['_pytest.' + each.name for each in pkgutil.iter_modules(_pytest.__path__)]


def swallow_nothing():
    """unittest ends a test without a failure at this exception, which everybody can raise. Its own code raises it after failures."""
    case = sys.modules.get('unittest.case')
    if case is not None:
        case._ShouldStop = ()


def keep_own_builtins(modules, others):
    """Functions look for names in their module first. Libraries and tests replace builtins, if only for a moment. others: names left out"""
    own = {name: value for name, value in vars(builtins).items() if not name.startswith('__') and name not in others}
    for module in modules:
        if type(module) is types.ModuleType and module.__name__ != 'unittest.mock':
            for name, value in own.items():
                vars(module).setdefault(name, value)


def keep_own_modules(opaque):
    """Copies, by name, of modules by which pluggy, pytest and unittest decide: the originals can be changed for a moment.

    pluggy learns of exceptions by `sys.exc_info`. Expected messages are searched with `re`, whose cache everybody can fill.
    """
    system, patterns = types.ModuleType('sys'), types.ModuleType('re')
    vars(system).update(vars(sys))
    vars(patterns).update(vars(re))
    make = getattr(re, '_compiler', None) or re.sre_compile
    compiled = opaque(lambda pattern, flags=0: pattern if type(pattern) is re.Pattern else make.compile(pattern, int(flags)))
    patterns.compile = compiled
    patterns.search = opaque(lambda pattern, string, flags=0: compiled(pattern, flags).search(string))
    case = sys.modules.get('unittest.case')
    for own, modules in ((system, [*modules_below({'pluggy'}), case]), (patterns, [*modules_below({'_pytest'}), case])):
        for module in modules:
            if module is not None and vars(module).get(own.__name__) is sys.modules[own.__name__]:
                setattr(module, own.__name__, own)
    return {'pluggy.sys': system, '_pytest.re': patterns}


def modules_below(names):
    tops = {each.partition('.')[0] for each in names}
    return [module for name, module in list(sys.modules.items()) if name.partition('.')[0] in tops]


def arguments(job, root):
    return [
        '-c', os.devnull, '--rootdir', root, '--confcutdir', root, '--continue-on-collection-errors',
        '-p', 'no:cacheprovider', '-p', 'no:faulthandler', '--assert', 'rewrite' if job['shown'] else 'plain', '-q', '--no-header',
        *[each for name in job['plugins'] for each in ('-p', name)], job['tests'],
    ]


def start(args, watcher):
    import pytest
    return pytest.main(args, plugins=[watcher])
