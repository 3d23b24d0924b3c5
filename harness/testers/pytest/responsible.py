"""Whose code causes an audit event: that of the project, or that of a library which does it for itself."""
import logging
import os
import sys
import sysconfig
import traceback
import types

# Modules of the standard library that look at frames and keep them to themselves. All others may hand them to their caller.
HONEST = ('logging/__init__.py', 'warnings.py', 'typing.py', 'enum.py', 'collections/__init__.py', 'subprocess.py',
          'asyncore.py', 'asyncio/')
HANDS_OUT = ('site-packages/', 'dist-packages/', 'asyncio/base_tasks.py')
# They give texts.
TEXTS = ('format_exc', 'print_exc', 'format_exception', 'print_exception', 'format_tb', 'print_tb', 'format_stack',
         'print_stack', 'extract_tb', 'extract_stack', 'format_exception_only')


class Responsible:
    """project: where produced code is; own: the folder of the judge's code; tests: of the tests."""

    def __init__(self, project, own, tests):
        self.project = project
        self.own = own
        self.library = sysconfig.get_paths()['stdlib'] + '/'
        self.honest = tuple(self.library + each for each in HONEST)
        self.not_library = tuple(self.library + each for each in HANDS_OUT[:2])
        self.hands_out = tuple(self.library + each for each in HANDS_OUT[2:]) + folders_of('_pytest', 'pluggy', 'py')
        self.installed = ('/usr/', '/lib', sys.prefix + '/', sys.base_prefix + '/')
        self.claimed = self.installed + (own, tests, '<frozen')
        # Nobody can write there.
        self.fixed = self.installed + (own, tests)
        self.texts = {id(each.__code__) for each in (types.coroutine, *(getattr(traceback, each) for each in TEXTS))}
        self.frames = {id(logging.currentframe.__code__)}
        external = sys.modules['_frozen_importlib_external']
        self.kinds = (external.SourceFileLoader, external.SourcelessFileLoader)
        self.loaders = codes_of_import_system(external)

    def is_direct(self, frame):
        """Whether produced code does it, itself or through a module that does it for others."""
        while frame is not None:
            code, file = frame.f_code, frame.f_code.co_filename
            if file.startswith(self.project):
                return True
            if id(code) in self.texts:
                return False
            if id(code) not in self.frames and not self.does_for_others(file):
                return False
            frame = frame.f_back
        return False

    def does_for_others(self, file):
        if file.startswith(self.hands_out):
            return True
        if file.startswith(self.library):
            return not file.startswith(self.honest) and not file.startswith(self.not_library)
        return file.startswith('<') and not file.startswith('<frozen')

    def is_below(self, frame):
        """Whether produced code is on the stack."""
        while frame is not None and not frame.f_code.co_filename.startswith(self.own):
            if frame.f_code.co_filename.startswith(self.project):
                return True
            frame = frame.f_back
        return False

    def is_installed(self, frame):
        """Whether the import system itself reads code from where libraries are installed."""
        while frame is not None and id(frame.f_code) in self.loaders:
            own = frame.f_locals
            loader, paths = own.get('self'), [own[each] for each in ('source_path', 'bytecode_path') if own.get(each)]
            if frame.f_code.co_name == 'get_code' and type(loader) in self.kinds:
                paths += [vars(loader).get('path')] if set(vars(loader)) <= {'name', 'path'} else ['']
                return all(type(each) is str and os.path.realpath(each).startswith(self.fixed) for each in paths)
            frame = frame.f_back
        return False


def folders_of(*names):
    found = [os.path.dirname(sys.modules[each].__file__) + '/' for each in names
             if getattr(sys.modules.get(each), '__path__', None) and sys.modules[each].__file__]
    return tuple(found)


def codes_of_import_system(external):
    found = (external._compile_bytecode, sys.modules['_frozen_importlib']._call_with_frames_removed,
             external.SourceLoader.get_code, external.SourceLoader.source_to_code, external.SourcelessFileLoader.get_code)
    return {id(each.__code__) for each in found}
