"""The files of tests, which are not on the disk: what produced code starts (other processes, libraries of C) finds empty files.

This code runs under a name of the import system, so its caller counts as the one who opens the file.
"""
import linecache
import sys
import sysconfig
from base64 import b64decode
from importlib.machinery import FileFinder, SourceFileLoader


def install(texts, tests, own, opaque):
    """Imports find the files. Returns a function that shows pytest those of a traceback, and one that reads a file, for the judge.

    texts: in base64, by their paths in `tests`, the folder; own: the folder of the judge's code; opaque: see `opaque.py`
    """
    contents = {tests + path: b64decode(text) for path, text in texts.items()}
    getframe, library = sys._getframe, sysconfig.get_paths()['stdlib'] + '/'

    def source_of(path):
        # The audit hook refuses this to produced code.
        with open(path, 'rb') as file:
            return contents[path] if path in contents else file.read()

    read = opaque(source_of)

    class TestLoader(SourceFileLoader):
        def get_data(self, path):
            return read(path)

        def path_stats(self, path):
            # Compiled code is found by the size and the time of a file, and all of these are empty: the text may be another one.
            raise OSError('compiled each time')

    found = FileFinder.path_hook((TestLoader, ['.py']))

    def finder_of(path):
        if type(path) is str and (path + '/').startswith(tests):
            return found(path)
        raise ImportError('no folder of tests')

    def show(traceback):
        """pytest finds the lines where it keeps those that it has read, if nothing but pytest asks."""
        pytest = tuple(folder + '/' for name in ('_pytest', 'pluggy') for folder in sys.modules[name].__path__)
        frame = getframe()
        while frame is not None:
            if not frame.f_code.co_filename.startswith((own, library, '<frozen importlib', *pytest)):
                return
            frame = frame.f_back
        while traceback is not None:
            file, traceback = traceback.tb_frame.f_code.co_filename, traceback.tb_next
            if file in contents and file not in linecache.cache:
                try:
                    lines = source_of(file).decode('utf-8', 'replace').splitlines(True)
                except PermissionError:
                    # Produced code may be behind the exception: then the failure is told without these lines.
                    return
                linecache.cache[file] = len(contents[file]), None, lines, file

    if contents:
        sys.path_hooks.insert(0, finder_of)
        sys.path_importer_cache.clear()
    return opaque(show), source_of
