"""Runs the tests of a library with pytest alone, and writes to file descriptor 3 how each of them ended.

Usage: plain.py TESTS PLUGINS [SOURCE...]; PLUGINS are separated by commas. With sources, also writes which lines of them ran.
"""
import importlib
import json
import os
import sys
import threading


class Reporter:
    """A test has passed if all of its phases have; a plugin may run it again."""

    def __init__(self):
        self.passes = {}

    def pytest_runtest_logreport(self, report):
        before = report.when == 'setup' or self.passes.get(report.nodeid, False)
        self.passes[report.nodeid] = before and report.outcome == 'passed'
        if report.when == 'teardown':
            tell('test', report.nodeid, self.passes[report.nodeid])


class Lines:
    """Traces functions of some files until all of their lines have run."""

    def __init__(self, places):
        self.places = tuple(places)
        self.left = {}
        self.ran = {}

    def enter(self, frame, event, argument):
        code = frame.f_code
        # Equal code in two files is two objects; the dictionary keeps them from being freed.
        _, left, ran = self.left.get(id(code)) or self.add(code)
        if not left:
            return None

        def line(frame, event, argument):
            if event == 'line':
                left.discard(frame.f_lineno)
                ran.add(frame.f_lineno)
            return line

        return line

    def add(self, code):
        own = code.co_filename.startswith(self.places)
        lines = {each for _, _, each in code.co_lines() if each} if own else set()
        ran = self.ran.setdefault(code.co_filename, set()) if own else set()
        self.left[id(code)] = code, lines, ran
        return self.left[id(code)]


def tell(*values):
    os.write(3, (json.dumps(values) + '\n').encode())


def is_there(name):
    try:
        importlib.import_module(name)
    except ImportError:
        return False
    return True


def main(tests, plugins, *sources):
    root = os.getcwd()
    sys.path[:0] = [root]
    sys.path.extend(filter(None, os.environ.get('PYTHONPATH', '').split(':')))
    import pytest
    chosen = [each for name in plugins.split(',') if name and is_there(name) for each in ('-p', name)]
    lines = Lines([os.path.join(root, each) for each in sources])
    if sources:
        threading.settrace(lines.enter)
        sys.settrace(lines.enter)
    status = pytest.main(['-c', os.devnull, '--rootdir', root, '--confcutdir', root, '--continue-on-collection-errors',
                 '-p', 'no:cacheprovider', '-q', '--no-header', *chosen, tests], plugins=[Reporter()])
    sys.settrace(None)
    for file, numbers in sorted(lines.ran.items()):
        tell('lines', os.path.relpath(file, root), sorted(numbers))
    tell('end')
    return status


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
