"""Notices ways to the judge's own state: frames, the garbage collector, native code, other code for functions.

Refuses to show test files to produced code.
"""
import _thread
import os
import sys
import sysconfig

EVENTS = {
    'gc.get_objects', 'gc.get_referrers', 'gc.get_referents', 'sys._current_frames', 'sys._current_exceptions',
    'sys._getframe', 'sys.addaudithook', 'sys.settrace', 'sys.setprofile', 'code.__new__', 'ctypes.dlopen',
    'ctypes.cdata', 'ctypes.cdata/buffer', 'ctypes.string_at', 'ctypes.wstring_at', 'ctypes.addressof',
    'ctypes.call_function', 'ctypes.dlsym', 'ctypes.PyObj_FromPtr',
}
ATTRIBUTES = {
    'object.__getattr__': {'tb_frame', 'gi_frame', 'cr_frame', 'ag_frame', 'gi_code'},
    'object.__setattr__': {'__code__', '__defaults__', '__kwdefaults__'},
}
FILES = {'open', 'import'}
WATCHED = EVENTS | set(ATTRIBUTES) | FILES
# Modules that do it for their caller.
WRAPPERS = ('inspect.py', 'ctypes/', 'bdb.py', 'trace.py', 'threading.py', 'types.py', 'traceback.py', 'runpy.py')
DEEPEST = 100


class Refused(PermissionError):
    """Produced code asked for a file of the tests."""


def watch(project, own, tests, allowed, tell, refuses):
    """Adds the audit hook. `tell(what)` is called for each new event that produced code causes.

    project: where produced code is; own: the folder of the judge's code; tests: their folder;
    allowed: what the reference does too; refuses: whether test files are hidden from produced code.
    """
    busy, get_ident, getframe = set(), _thread.get_ident, sys._getframe
    told = set(allowed)
    library = sysconfig.get_paths()['stdlib'] + '/'
    wrappers = tuple(library + name for name in WRAPPERS)
    installed = ('/usr/', '/lib', sys.prefix + '/', sys.base_prefix + '/')
    realpath, fsdecode, islink = os.path.realpath, os.fsdecode, os.path.islink

    def is_direct():
        """Whether produced code does it, itself or through a module of the standard library that does it for others."""
        frame = getframe(3)
        while frame is not None:
            file = frame.f_code.co_filename
            if file.startswith(project):
                return True
            if not file.startswith(wrappers) and (not file.startswith('<') or file.startswith('<frozen')):
                return False
            frame = frame.f_back
        return False

    def is_below():
        """Whether produced code is on the stack."""
        frame = getframe(3)
        for _ in range(DEEPEST):
            if frame is None or frame.f_code.co_filename.startswith(own):
                return False
            if frame.f_code.co_filename.startswith(project):
                return True
            frame = frame.f_back
        return False

    def secret(path):
        if type(path) not in (str, bytes):
            return None
        name = fsdecode(path)
        if not name.endswith(('.py', 'mem')) and not islink(name):
            return None
        real = realpath(name)
        if real.startswith('/proc/') and real.endswith('/mem'):
            return 'open of the memory of a process'
        return 'open of ' + real[len(tests):] if real.startswith(tests) and real.endswith('.py') else None

    def look(event, args):
        if event in FILES:
            name = secret(args[0]) if event == 'open' else native(args[1])
            if name is None or not is_below():
                return None
            if refuses and name.startswith('open of ') and name.endswith('.py') and name not in told:
                raise Refused(13, 'Permission denied', args[0])
            return name
        if event in ATTRIBUTES:
            if args[1] not in ATTRIBUTES[event]:
                return None
            event = event + ':' + args[1]
        return event if is_direct() else None

    def native(file):
        return 'import of native code' if type(file) is str and not file.startswith(installed) else None

    def hook(event, args):
        if event not in WATCHED:
            return
        ident = get_ident()
        if ident in busy:
            return
        busy.add(ident)
        try:
            name = look(event, args)
            if name is not None and name not in told:
                told.add(name)
                tell(name)
        finally:
            busy.discard(ident)

    sys.addaudithook(hook)
