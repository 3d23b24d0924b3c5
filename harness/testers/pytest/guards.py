"""Builtins that give the variables of their caller: code of C that a test calls would be given those of the test."""
import builtins
import sys

# The result of each if the line that runs does not name it.
EMPTY = {'locals': dict, 'globals': dict, 'vars': dict, 'dir': list}
RUNS = ('eval', 'exec')


def guards(is_given, tell, allowed, opaque):
    """By their names. A call without arguments means the variables of the line that runs, which must name the function.

    is_given: whether a frame was given what has these names; tell: takes what an attack does; allowed: what the reference does too;
    opaque: see `opaque.py`
    """
    getframe = sys._getframe

    def asks(name, original):
        def ask(*given):
            if given:
                return original(*given)
            frame = getframe(1)
            if is_given({name}, frame):
                if name + ' of a test' not in allowed:
                    tell(name + ' of a test')
                return EMPTY[name]()
            if name == 'globals':
                return frame.f_globals
            found = frame.f_locals
            return sorted(found) if name == 'dir' else dict(found) if type(found).__name__ == 'FrameLocalsProxy' else found
        return ask

    def runs(name, original):
        def run(source, /, *spaces, **more):
            # pytest shows no frame with this name.
            __tracebackhide__ = True
            frame = getframe(1)
            if spaces[:1] in ((), (None,)) and 'globals' not in more:
                # A library may give it on to be called with texts: they run without variables.
                is_empty = is_given({name}, frame)
                own = ({},) if is_empty else (frame.f_globals, frame.f_locals)
                spaces = (own[0], *(spaces[1:] or own[1:]))
            for each in (*spaces[:1], more.get('globals')):
                if issubclass(type(each), dict):
                    # Otherwise the interpreter takes those of this file.
                    dict.setdefault(each, '__builtins__', frame.f_builtins)
            return original(source, *spaces, **more)
        return run

    found = {name: asks(name, getattr(builtins, name)) for name in EMPTY}
    found.update({name: runs(name, getattr(builtins, name)) for name in RUNS})
    return {name: named(opaque(function), name, getattr(builtins, name)) for name, function in found.items()}


def named(function, name, original):
    """Copies of it are found by its name, as those of the original are."""
    vars(function).update(__name__=name, __qualname__=name, __module__='builtins', __doc__=original.__doc__)
    return function
