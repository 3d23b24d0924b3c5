"""Makes Python treat a backslash in a path as a slash, unless a file with a backslash in its name exists.

The ProjectEval benchmark was created and judged on Windows, so its projects join path components with backslashes. Python
loads this module at startup if its folder is on the search path.
"""
import builtins
import functools
import io
import os

FUNCTIONS = ('stat', 'lstat', 'open', 'listdir', 'scandir', 'mkdir', 'remove', 'unlink', 'access')


def exists(path, lstat=os.lstat):
    try:
        lstat(path)
    except (OSError, ValueError):
        return False
    return True


def mapped(path):
    try:
        text = os.fspath(path)
    except TypeError:
        return path
    return text.replace('\\', '/') if isinstance(text, str) and '\\' in text and not exists(text) else path


def through(function):
    @functools.wraps(function)
    def call(path='.', *arguments, **named):
        return function(mapped(path), *arguments, **named)

    return call


builtins.open = io.open = through(io.open)
for name in FUNCTIONS:
    setattr(os, name, through(getattr(os, name)))
