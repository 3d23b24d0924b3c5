"""One session of pytest: what is set up before it, and what is told about it."""
import builtins
import ctypes
import importlib
import json
import os
import pkgutil
import sys


# Of linux/prctl.h.
SET_DUMPABLE = 4


def run(folder, load):
    job = json.loads(sys.stdin.buffer.read())
    root = os.getcwd()
    close_memory()
    pipe = own_pipe()
    open_channel = load(folder, 'channel')['channel']
    send = opened(open_channel(pipe, bytes.fromhex(job.pop('key')), os.getpid(), 'report')).send
    observe = opened(open_channel(pipe, bytes.fromhex(job.pop('siteKey')), os.getpid(), 'site')).send
    job['log'] = os.dup(2)
    sys.path.insert(0, root)
    sys.path.extend(job['modules'])
    load(folder, 'finder')['install'](job['project'], root)
    job['plugins'] = [name for name in job['plugins'] if preload(name)]
    for name in [*modules_of_pytest(), *job['imports']]:
        preload(name)
    observers = load(folder, 'observers')['observers'](observe, job['names'])
    builtins.__dict__.update(observers)
    watched = {*job['imports'], *job['plugins']}, set(job['project']), set(job['allowed']), set(observers)
    integrity = load(folder, 'integrity')['Integrity'](*watched)
    watcher = load(folder, 'plugin')['plugin'](send, job, integrity)
    produced = tuple(os.path.join(root, name) + end for name in job['project'] for end in ('/', '.py'))
    audited = load(folder, 'audit')

    def tell(what):
        send(('tampered', 'event', what))
        if job['ends']:
            os._exit(86)

    tests = os.path.join(root, job['tests']) + '/'
    audited['watch'](produced, folder + '/', tests, job['allowed'], tell, job['ends'])
    status = start(arguments(job, root), watcher)
    for change in integrity.tampering():
        send(('tampered', 'replaced', change))
    send(('end', int(status)))
    os._exit(0)


def close_memory():
    """Other processes of the same user cannot read the memory of this one, nor attach to it."""
    if sys.platform == 'linux':
        ctypes.CDLL(None).prctl(SET_DUMPABLE, 0, 0, 0, 0)


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


def arguments(job, root):
    return [
        '-c', os.devnull, '--rootdir', root, '--confcutdir', root, '--continue-on-collection-errors',
        '-p', 'no:cacheprovider', '-p', 'no:faulthandler', '--assert', 'rewrite' if job['shown'] else 'plain', '-q', '--no-header',
        *[each for name in job['plugins'] for each in ('-p', name)], job['tests'],
    ]


def start(args, watcher):
    import pytest
    return pytest.main(args, plugins=[watcher])
