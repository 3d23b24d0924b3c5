"""Notices ways to the judge's own state: frames, the garbage collector, native code, other code for functions, other interpreters.

Refuses to show test files to produced code.
"""
import _thread
import os
import sys
import types

EVENTS = {
    'gc.get_objects', 'gc.get_referrers', 'gc.get_referents', 'sys._current_frames', 'sys._current_exceptions',
    'sys._getframe', 'sys.addaudithook', 'sys.settrace', 'sys.setprofile', 'code.__new__', 'function.__new__', 'ctypes.dlopen',
    'ctypes.cdata', 'ctypes.cdata/buffer', 'ctypes.string_at', 'ctypes.wstring_at', 'ctypes.addressof',
    'ctypes.call_function', 'ctypes.dlsym', 'ctypes.PyObj_FromPtr',
}
# Functions that see the frames of everybody. They count without regard to the stack: the code on it may have been given them.
FOR_ALL = {'gc.get_objects', 'gc.get_referrers', 'sys._current_frames', 'sys._current_exceptions', 'sys.addaudithook',
           'sys.settrace', 'sys.setprofile'}
# Nothing but an attack causes these below a library. An extension of SQLite is a shared object of any name.
NEVER = {'cpython.PyInterpreterState_New', 'sqlite3.enable_load_extension', 'sqlite3.load_extension'}
ATTRIBUTES = {
    'object.__getattr__': {'tb_frame', 'gi_frame', 'cr_frame', 'ag_frame', 'gi_code', '__code__'},
    'object.__setattr__': {'__code__', '__defaults__', '__kwdefaults__'},
}
# Code that names its file itself.
NAMED = {'compile', 'marshal.loads', 'marshal.load'}
FILES = {'open', 'import'}
WATCHED = EVENTS | NEVER | set(ATTRIBUTES) | NAMED | FILES
# They read and write the memory of the process without an event.
NATIVE = {'_testcapi', '_testinternalcapi', '_ctypes', '_ctypes_test', 'cffi', '_cffi_backend'}
# Tcl reads files and loads shared objects without an event. A library finds no module, as on a machine that has none.
TCL, NO_TCL = {'_tkinter', 'tkinter'}, 'import of tkinter'
# By identity: a class can say that it is equal to another one.
GENERATORS = frozenset(map(id, (types.GeneratorType, types.CoroutineType, types.AsyncGeneratorType)))
# The operation is refused. An exception of a class of its own would be found by its class, and changed.
REFUSED = object()


def watch(responsible, paths, quiet, tests, own, allowed, tell, refuses, protected):
    """Adds the audit hook. `tell(what)` is called for each new event that produced code causes.

    responsible: whose code it is; paths: the functions of `paths.py`; quiet: see `signals.py`; tests: their folder; own: that of the judge's
    code; allowed: what the reference does too; refuses: whether test files are hidden from produced code; protected: code of the judge, by identity.
    """
    busy, stop_collecting, go_on = quiet.looks, quiet.begin, quiet.end
    get_ident, getframe = _thread.get_ident, sys._getframe
    told = set(allowed)
    is_direct, is_below, is_installed = responsible.is_direct, responsible.is_below, responsible.is_installed
    is_import, is_opened = responsible.is_import, responsible.is_opened
    installed, claimed = responsible.installed, responsible.claimed
    hidden = (tests, own)
    real_of, link_at, exists, text_of = paths['real'], paths['link_at'], paths['exists'], paths['text_of_paths']()
    # Produced code can change the constants of a module.
    creates, access, write_only = os.O_CREAT, os.O_ACCMODE, os.O_WRONLY
    names = {each for _, _, files in os.walk(tests) for each in files if each.endswith('.py')} | {'mem'}

    def secret(path, mode, flags):
        if type(path) is int:
            return None
        name = text_of(path)
        if name is None:
            return 'open of an object that is not a path'
        if not name.endswith(('.py', 'mem')) and link_at(name) is None:
            return None
        real = real_of(name)
        if real.startswith('/proc/') and real.endswith('/mem'):
            return 'open of the memory of a process'
        if real.startswith(tests) and real.endswith('.py'):
            return 'open of ' + real[len(tests):]
        # os.open, alone, takes a path from another folder, which it does not tell.
        # A file that is only written may be made in another folder; what is there already cannot be read in this way.
        makes = flags & creates and flags & access == write_only
        hidden = mode is None and not makes and not name.startswith('/') and not exists(real)
        last = name.rpartition('/')[2]
        return 'open of ' + last if hidden and last in names else None

    def look_at_file(event, args, frame):
        name = secret(*args[:3]) if event == 'open' else native(args[0], args[1])
        is_caused = is_opened if event == 'open' else is_import if name == 'import of ctypes' else is_below
        if name is None or not (is_direct(name, None, frame) if name == 'import of cffi' else is_caused(frame)):
            return None
        is_refusable = name == NO_TCL or name.startswith('open of ') and not name.endswith('process')
        return REFUSED if refuses and is_refusable and name not in told else name

    def native(module, file):
        last = module.rpartition('.')[2]
        if module in TCL:
            return NO_TCL
        if last in NATIVE:
            return 'import of ' + ('cffi' if 'cffi' in last else 'ctypes' if last == '_ctypes' else 'native code')
        return 'import of native code' if type(file) is str and not file.startswith(installed) else None

    def look_at_code(event, args, frame):
        of = ' of code of others'
        if event == 'compile':
            name = args[1]
            if type(name) is not str or not name.startswith(claimed):
                return None
            if name.startswith(tests):
                of = ' of ' + name[len(tests):]
        return event + of if is_below(frame) and not is_installed(frame) else None

    def look_at_attribute(event, args, frame):
        owner, name = args[0], args[1]
        if name not in ATTRIBUTES[event]:
            return None
        if id(type(owner)) in GENERATORS and id(code_of(owner)) in protected:
            return event + ':' + name + ' of the judge'
        if name in ('__defaults__', '__kwdefaults__') and is_own(owner):
            return None
        if event == 'object.__getattr__' and name == '__code__':
            return event + ':__code__ of a test' if is_test(owner) and is_direct(event, name, frame) else None
        of = owner.tb_frame if name == 'tb_frame' and type(owner) is types.TracebackType else None
        return event + ':' + name if is_direct(event, name, frame, of) else None

    def is_test(owner):
        """Whether it is the function of a test: its constants and names say what is expected."""
        if type(owner) is not types.FunctionType:
            return False
        code = owner.__code__
        # Python 3.11 tells functions inside others, which say nothing of a test.
        is_inner = '<locals>' in getattr(code, 'co_qualname', '')
        return code.co_filename.startswith(tests) and code.co_name.startswith('test') and not is_inner

    def is_own(function):
        """Whether nobody but its author needs the function: it is of the project, or was made while it ran."""
        return type(function) is types.FunctionType and not function.__code__.co_filename.startswith(claimed)

    def look(event, args):
        frame = getframe(3)
        if event in FILES:
            return look_at_file(event, args, frame)
        if event in NAMED:
            return look_at_code(event, args, frame)
        if event in ATTRIBUTES:
            return look_at_attribute(event, args, frame)
        if event in NEVER:
            return event if is_below(frame) else None
        if event == 'function.__new__':
            is_hidden = type(args[0]) is types.CodeType and args[0].co_filename.startswith(hidden)
            return event + ' of code of a test' if is_hidden and is_direct(event, None, frame) else None
        if event == 'gc.get_referents' and (type(args[0]) is not tuple or any(
                id(type(each)) in GENERATORS and id(code_of(each)) in protected for each in args[0])):
            return event + ' of the judge'
        return event if event in FOR_ALL or is_direct(event, None, frame) else None

    def is_real(event, args):
        """Whether the interpreter can have caused it: other arguments would run code of their own when somebody looks at them."""
        if event in FILES:
            return all(type(each) is str for each in args[:1]) if event == 'import' else type(args[2]) is int
        return event not in ATTRIBUTES or type(args[1]) is str

    def found_by(event, args):
        """The name of an event that produced code causes, or None."""
        try:
            return look(event, args) if is_real(event, args) else 'sys.audit of ' + event
        except (RecursionError, MemoryError):
            # Nothing was seen: the operation fails.
            raise
        except Exception:
            return 'sys.audit of ' + event

    def hook(event, args):
        # While it looks, no other code may run: the events of that would not be seen.
        if event not in WATCHED:
            return
        ident = get_ident()
        if ident in busy:
            return
        stop_collecting()
        # Statements, and no calls: a call fails if the stack is full, and the thread would be busy for ever.
        busy[ident] = True
        try:
            name = found_by(event, args)
            if name is not None and name is not REFUSED and name not in told:
                tell(name)
                told.add(name)
        finally:
            del busy[ident]
            go_on(ident)
        if name is REFUSED:
            if event == 'import':
                raise ModuleNotFoundError(f"No module named '{args[0]}'", name=args[0])
            raise PermissionError(13, 'Permission denied', args[0])

    sys.addaudithook(hook)


def code_of(generator):
    for name in ('gi_code', 'cr_code', 'ag_code'):
        if hasattr(generator, name):
            return getattr(generator, name)
    return None
