"""Whose code causes an audit event: that of the project, or that of a library which does it for itself."""
import dis
import inspect
import logging
import os
import sys
import sysconfig
import traceback
import types

# The standard library calls these by their names, and nobody gives it them to call.
NAMED_BY_ALL = {'sys._getframe', 'object.__getattr__'}
# Events about frames. Others read memory, or see every call.
OF_FRAMES = {'sys._getframe', 'code.__new__', 'function.__new__', 'object.__getattr__', 'object.__setattr__'}
# Modules of the standard library that look at frames and keep them to themselves. All others may hand them to their caller.
HONEST = ('logging/__init__.py', 'warnings.py', 'typing.py', 'enum.py', 'collections/__init__.py', 'subprocess.py',
          'asyncore.py', 'asyncio/', 'unittest/result.py')
HANDS_OUT = ('site-packages/', 'dist-packages/', 'asyncio/base_tasks.py')
# They give texts.
TEXTS = ('format_exc', 'print_exc', 'format_exception', 'print_exception', 'format_tb', 'print_tb', 'format_stack',
         'print_stack', 'extract_tb', 'extract_stack', 'format_exception_only')
METHODS = (('TracebackException', '__init__'), ('StackSummary', 'extract'), ('StackSummary', '_extract_from_extended_frame_gen'))
# Without the variables of the frames: `capture_locals` gives those of a test as text.
NO_VARIABLES = frozenset((id(False), id(None)))
# The names in lines that cause an event, one of which is needed.
CALLED = {'sys._getframe': {'_getframe', 'getframe'}, 'code.__new__': {'replace', 'CodeType'},
          'function.__new__': {'FunctionType', 'LambdaType'}, 'gc.get_referents': {'get_referents'}}
# The names in lines that open files.
OPENS = {'open', 'open_code', 'FileIO', 'read_text', 'read_bytes'}


def responsible(project, own, tests, real):
    """Functions that say it. project: where produced code is; own: the folder of the judge's code; tests: of the tests; real: see `paths.py`.

    They are no methods: `object.__subclasses__` would name their class, and then them.
    """
    library = sysconfig.get_paths()['stdlib'] + '/'
    honest = tuple(library + each for each in HONEST)
    not_library = tuple(library + each for each in HANDS_OUT[:2])
    hands_out = tuple(library + each for each in HANDS_OUT[2:]) + folders_of('_pytest', 'pluggy', 'py')
    # They have what is expected.
    judging = (own, tests, library + 'unittest/', *hands_out)
    guards = own + 'guards.py'
    installed = ('/usr/', '/lib', sys.prefix + '/', sys.base_prefix + '/')
    claimed = installed + (own, tests, '<frozen')
    # Nobody can write there.
    fixed = installed + (own, tests)
    methods = (getattr(getattr(traceback, kind), name, None) for kind, name in METHODS)
    states = (inspect.getgeneratorstate, inspect.getcoroutinestate)
    makers = (types.coroutine, *states, *(getattr(traceback, each) for each in TEXTS), *(getattr(each, '__func__', each) for each in methods))
    texts = {id(each.__code__) for each in makers if each is not None}
    # By the identity of a code: the code, which keeps the identity, and the names in each of its lines.
    lines = {}
    runs_callbacks = library + 'asyncio/events.py'
    frames = {id(logging.currentframe.__code__)}
    external = sys.modules['_frozen_importlib_external']
    kinds = (external.SourceFileLoader, external.SourcelessFileLoader)
    loaders = codes_of_import_system(external)
    # By the identity of the contents of a module: these, which keep the identity, and what they are before produced code runs.
    known = {id(vars(each)): (vars(each), dict(vars(each))) for each in list(sys.modules.values()) if type(each) is types.ModuleType}

    def is_direct(event, name, frame, of=None):
        """Whether produced code does it, itself or through code that does it for others.

        name: the attribute, if the event is about one; of: the frame that is looked at, if it is known
        """
        # A text of it tells produced code nothing new, with its variables, too.
        is_own = of is not None and is_produced(of.f_code.co_filename)
        is_of_frames, is_first = event in OF_FRAMES, True
        names = {name, 'setattr'} if event == 'object.__setattr__' else {name} if name is not None else CALLED.get(event)
        if names is not None and is_given(names, frame, is_of_library if event in NAMED_BY_ALL else None):
            return True
        if frame.f_code.co_filename.startswith(own):
            return False
        calls, is_loaded = None, False
        while frame is not None:
            code, file = frame.f_code, frame.f_code.co_filename
            if file == guards:
                frame = frame.f_back
                continue
            if is_produced(file):
                return True
            if is_of_frames and id(code) in texts and (is_own or keeps_no_variables(frame)):
                return False
            if id(code) not in frames:
                if is_of_frames and is_first and keeps_frames(event, file, frame):
                    return False
                if is_unnamed(calls, frame):
                    return True
                if not does_for_others(file) or is_loaded and file.startswith('<frozen importlib'):
                    return False
                is_loaded = code.co_name == '<module>' and is_of_library(file)
                if not is_of_frames and file == runs_callbacks and code.co_name == '_run':
                    return True
                is_first, calls = False, name_of(code) if is_of_library(file) and not file.startswith(judging) else None
            frame = frame.f_back
        # Nothing but the standard library is on the stack of a thread that was given a function to run.
        return True

    def keeps_no_variables(frame):
        """Whether it makes a text of lines alone. Nothing is asked of the argument itself, which may be an object of produced code."""
        return id(frame.f_locals.get('capture_locals', False)) in NO_VARIABLES

    def is_given(names, frame, of_others=None):
        """Whether the line that runs names none of them: what it calls was given to it, as in `for each in map(sys._getframe, [0])`.

        Lines of tests and of what runs them are looked at, and those of others that are asked for. Others may have another name for it.
        """
        file = frame.f_code.co_filename
        is_asked = file.startswith(judging) or of_others is not None and of_others(file)
        return is_asked and names.isdisjoint(named_in(frame))

    def named_in(frame):
        """Names in the line that runs."""
        code = frame.f_code
        if id(code) not in lines:
            lines[id(code)] = code, names_by_line(code)
        return lines[id(code)][1].get(frame.f_lineno, ())

    def is_produced(file):
        """Code that does not say where it comes from is, too: compiled code has any file name that its author likes."""
        return file.startswith(project) or not file.startswith(claimed) and not file.startswith(library)

    def does_for_others(file):
        return file.startswith(hands_out) or is_of_library(file) or file.startswith('<frozen')

    def keeps_frames(event, file, frame):
        """Whether a module of the standard library looks at frames for itself. It changes attributes for its caller."""
        is_honest = file.startswith(honest) and not file.startswith(hands_out)
        return is_honest and event != 'object.__setattr__' and is_whole(frame)

    def is_unnamed(calls, frame):
        """Whether the line of a test, or of what runs tests, does not name the function of the standard library that it calls.

        pytest calls methods with two underscores by other names, and no test does so with one that causes an event.
        """
        file = frame.f_code.co_filename
        return calls is not None and file.startswith(tests if calls.startswith('__') else judging) and is_given({calls}, frame)

    def is_whole(frame):
        """Whether the names in the line that runs mean what they meant before produced code ran, also in modules that it names."""
        names, contents = named_in(frame), frame.f_globals
        if not are_kept(names, contents):
            return False
        modules = [contents[each] for each in names if type(contents.get(each)) is types.ModuleType]
        return all([id(vars(each)) not in known or are_kept(names, vars(each)) for each in modules])

    def are_kept(names, contents):
        if id(contents) not in known or any([type(each) is not str for each in list(contents)]):
            return False
        before = known[id(contents)][1]
        return all([contents.get(each) is before.get(each) for each in names])

    def is_of_library(file):
        return file.startswith(library) and not file.startswith(not_library)

    def is_given_variables(names, frame):
        """The same of a frame whose variables are asked for: all but those of produced code may be what is expected."""
        return is_given(names, frame, is_not_produced)

    def is_not_produced(file):
        return not is_produced(file)

    def is_below(frame):
        """Whether produced code is on the stack, or nothing but the standard library, to which a thread was given a function."""
        is_alone = True
        while frame is not None:
            file = frame.f_code.co_filename
            if file.startswith(own) and file != guards:
                return False
            if is_produced(file):
                return True
            is_alone = is_alone and (is_of_library(file) or file.startswith('<frozen'))
            frame = frame.f_back
        return is_alone

    def is_opened(frame):
        """Whether produced code opens a file, or gives something that opens it to others to call."""
        return is_given(OPENS, frame) or is_given_on(frame) or is_below(frame)

    def is_given_on(frame):
        """Whether a function of the standard library runs that a line of a test, or of what runs tests, does not name."""
        calls = None
        if is_of_library(frame.f_code.co_filename) and not is_whole(frame):
            return True
        while frame is not None and frame.f_code.co_name != '_find_and_load':
            file = frame.f_code.co_filename
            if file == guards:
                frame = frame.f_back
                continue
            if file.startswith(judging):
                return is_unnamed(calls, frame)
            if not is_of_library(file) and not file.startswith('<frozen'):
                return False
            calls, frame = name_of(frame.f_code), frame.f_back
        return False

    def is_import(frame):
        """Whether produced code imports ctypes: neither an installed library, in a line that names it, nor a module of the standard library
        that no produced code asks for it.
        """
        while frame is not None and frame.f_code.co_filename.startswith(('<frozen importlib', library + 'ctypes/', guards)):
            frame = frame.f_back
        if frame is None or not frame.f_code.co_filename.startswith(claimed):
            return True
        if not any(each.partition('.')[0] in ('ctypes', '_ctypes') for each in named_in(frame)):
            return True
        return is_of_library(frame.f_code.co_filename) and is_below(frame)

    def is_installed(frame):
        """Whether the import system itself reads code from where libraries are installed."""
        while frame is not None and id(frame.f_code) in loaders:
            local = frame.f_locals
            loader, paths = local.get('self'), [local[each] for each in ('source_path', 'bytecode_path') if local.get(each)]
            if frame.f_code.co_name == 'get_code' and type(loader) in kinds:
                paths += [vars(loader).get('path')] if set(vars(loader)) <= {'name', 'path'} else ['']
                return all(type(each) is str and real(each).startswith(fixed) for each in paths)
            frame = frame.f_back
        return False

    return types.SimpleNamespace(is_direct=is_direct, is_below=is_below, is_opened=is_opened, is_installed=is_installed,
                                 is_import=is_import, is_given_variables=is_given_variables,
                                 installed=installed, claimed=claimed)


def name_of(code):
    """The name by which a line calls it; None for modules and for functions without a name."""
    return None if code.co_name.startswith('<') else code.co_name


def names_by_line(code):
    found, line = {}, code.co_firstlineno
    for each in dis.get_instructions(code):
        line = each.positions.lineno if getattr(each, 'positions', None) else each.starts_line or line
        if type(each.argval) is str:
            found.setdefault(line, set()).add(each.argval)
    return found


def folders_of(*names):
    found = [os.path.dirname(sys.modules[each].__file__) + '/' for each in names
             if getattr(sys.modules.get(each), '__path__', None) and sys.modules[each].__file__]
    return tuple(found)


def codes_of_import_system(external):
    found = (external._compile_bytecode, sys.modules['_frozen_importlib']._call_with_frames_removed,
             external.SourceLoader.get_code, external.SourceLoader.source_to_code, external.SourcelessFileLoader.get_code)
    return {id(each.__code__) for each in found}
