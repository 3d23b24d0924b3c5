"""Where paths lead, by functions of the interpreter alone: produced code can replace those of `os.path` and of `pathlib`."""
import os
import pathlib
import posix

# As in Linux: with more of them, it is a circle, and a longer path is refused.
MOST_LINKS = 40
LONGEST = 4096


def real(path):
    """As `os.path.realpath` gives it. path: an exact str"""
    if len(path) > LONGEST:
        return path
    getcwd, links = posix.getcwd, 0
    todo, done = (path if path.startswith('/') else getcwd() + '/' + path).split('/')[::-1], []
    while todo:
        part = todo.pop()
        if part == '..':
            del done[-1:]
        elif part not in ('', '.'):
            target = link_at('/'.join(['', *done, part])) if links < MOST_LINKS else None
            if target is None:
                done.append(part)
                continue
            links += 1
            if target.startswith('/'):
                done = []
            todo.extend(target.split('/')[::-1])
    return '/' + '/'.join(done)


def link_at(path):
    """Where a link leads; None if there is no link."""
    try:
        return posix.readlink(path)
    except (OSError, ValueError):
        return None


def exists(path):
    """Whether there is something, be it a link that leads nowhere."""
    try:
        posix.lstat(path)
    except (OSError, ValueError):
        return False
    return True


def text_of_paths():
    """A function that gives the text of a path as the system gets it; None for an object that may say something else each time."""
    owners = [pathlib.PosixPath, *pathlib.PosixPath.__mro__[1:-1], pathlib.PurePosixPath]
    before = [(each, dict(vars(each))) for each in owners]

    def are_whole():
        """Whether nobody has changed the classes of paths."""
        return all(len(vars(owner)) == len(known) and all(vars(owner).get(name) is value for name, value in known.items())
                   for owner, known in before)

    # By identity: a class can say that it is equal to another one.
    known = {id(pathlib.PosixPath), id(pathlib.PurePosixPath)}
    # Where a path keeps its text, once somebody has asked for it, as the system does first.
    kept = vars(pathlib.PurePath).get('_str')

    def text_of(path):
        kind = type(path)
        if issubclass(kind, str):
            return str.__str__(path)
        if issubclass(kind, bytes):
            return bytes.decode(path, 'utf-8', 'surrogateescape')
        if kept is None or id(kind) not in known or not are_whole():
            return None
        try:
            text = kept.__get__(path)
        except AttributeError:
            return None
        return text if type(text) is str else None

    return text_of
