"""File access of testcodes. It is limited to files of the trial, whatever path a value of the agent contains."""
import builtins
import os
import re

HOME = re.compile(r'%(USERPROFILE|HOME)%|\$\{?(HOME|USERPROFILE)\}?', re.I)


class Files:
    def __init__(self, channel, home):
        self._channel = channel
        self._home = home

    def expand(self, path):
        """Expands variables like Windows, with the home folder of the trial."""
        return HOME.sub(lambda _: self._home, path)

    def locate(self, path):
        """The path in the worker's view. Raises BadParameter if it leads out of the trial's folders."""
        return self._channel.call('file', path=os.fspath(path))

    def open(self, file, mode='r', *arguments, **named):
        if not isinstance(file, (str, os.PathLike)):
            return builtins.open(file, mode, *arguments, **named)
        return builtins.open(self.locate(file), mode, *arguments, **named)


class Module:
    """A lazily loaded module with some names replaced."""

    def __init__(self, load, **changes):
        self._load = load
        self.__dict__.update(changes)

    def __getattr__(self, name):
        return getattr(self._load(), name)


def os_of(files):
    """The module `os` for testcodes: its file functions see only files of the trial."""

    def through(function):
        return lambda path, *rest, **named: function(files.locate(path), *rest, **named)

    def whether(function):
        return lambda path: function(files.locate(path))

    path = Module(
        lambda: os.path,
        expandvars=files.expand,
        expanduser=files.expand,
        getsize=through(os.path.getsize),
        getmtime=through(os.path.getmtime),
        exists=whether(os.path.exists),
        isfile=whether(os.path.isfile),
        isdir=whether(os.path.isdir),
    )
    seen = {name: through(getattr(os, name)) for name in ('stat', 'listdir', 'open', 'scandir')}
    return Module(lambda: os, path=path, **seen)


def reading(load, files, names):
    """A module whose functions `names` take a file as first argument, which is resolved to a file of the trial."""

    def through(name):
        return lambda file, *rest, **named: getattr(load(), name)(
            files.locate(file) if isinstance(file, (str, os.PathLike)) else file, *rest, **named
        )

    return Module(load, **{name: through(name) for name in names})
