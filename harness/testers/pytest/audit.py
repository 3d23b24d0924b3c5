"""Notices ways to the judge's own state: frames, the garbage collector, native code, other code for functions."""
import _thread
import inspect
import os
import sys

ALWAYS = {'gc.get_objects', 'gc.get_referrers', 'gc.get_referents', 'sys._current_frames', 'sys.addaudithook',
          'sys._current_exceptions', 'sys.settrace', 'sys.setprofile', 'code.__new__', 'ctypes.dlopen',
          'ctypes.cdata', 'ctypes.cdata/buffer', 'ctypes.string_at', 'ctypes.wstring_at', 'ctypes.addressof',
          'ctypes.call_function', 'ctypes.dlsym', 'ctypes.PyObj_FromPtr'}
FRAMES = {'sys._getframe': None, 'object.__getattr__': {'tb_frame', 'gi_frame', 'cr_frame', 'ag_frame', 'gi_code'},
          'object.__setattr__': {'__code__', '__defaults__', '__kwdefaults__'}}
NATIVE = ('/usr/', '/lib', sys.prefix, sys.base_prefix)
DEEPEST = 80


def watch(project, own, allowed, tell):
    """Adds the audit hook. `tell(what)` is called for each new event that produced code caused.

    project: folders of produced code; own: the folder of the judge's code; allowed: what the reference does too.
    """
    busy, get_ident, getframe = set(), _thread.get_ident, sys._getframe
    told = set(allowed)
    inspect_file = inspect.__file__
    realpath, fsdecode = os.path.realpath, os.fsdecode

    def cause(direct):
        """Where the event comes from, if produced code is on the stack: the code that is nearest to it."""
        frame, nearest = getframe(2), None
        for _ in range(DEEPEST):
            if frame is None:
                return None
            file = frame.f_code.co_filename
            if file.startswith(own):
                return None
            nearest = nearest or file
            if file.startswith(project):
                if nearest.startswith(project):
                    return 'produced code'
                # Much of the standard library looks at its caller, such as logging and namedtuple.
                return None if direct and nearest != inspect_file else nearest.rpartition('/')[2]
            if direct and nearest != inspect_file:
                return None
            frame = frame.f_back
        return None

    def name_of(event, args):
        if event in ALWAYS:
            return event
        if event in FRAMES:
            names = FRAMES[event]
            if names is not None and args[1] not in names:
                return None
            return event + (':' + args[1] if names else '')
        if event == 'open':
            return memory_file(args[0])
        if event == 'import' and type(args[1]) is str and not args[1].startswith(NATIVE):
            return 'import of native code'
        return None

    def memory_file(path):
        if type(path) not in (str, bytes):
            return None
        real = realpath(fsdecode(path))
        return 'open of ' + real.rpartition('/')[2] if real.startswith('/proc/') and real.endswith('/mem') else None

    watched = ALWAYS | set(FRAMES) | {'open', 'import'}

    def hook(event, args):
        if event not in watched:
            return
        ident = get_ident()
        if ident in busy:
            return
        busy.add(ident)
        try:
            name = name_of(event, args)
            by = name and cause(event in FRAMES)
            if by:
                what = name + ' by ' + by
                if what not in told:
                    told.add(what)
                    tell(what)
        finally:
            busy.discard(ident)

    sys.addaudithook(hook)
