"""Who calls the judge. Reports count only if nothing but pytest is on the stack: produced code finds the functions that make them."""
import gc
import sys
import types


def codes_of(modules, namespaces):
    """The code of all functions of modules and of the judge, and of all that runs now, by identity: equal code is not the same."""
    owners = {id(vars(each)) for each in modules} | {id(each) for each in namespaces}
    found = {}
    for each in gc.get_objects():
        if type(each) is types.FunctionType and id(each.__globals__) in owners:
            add(each.__code__, found)
    frame = sys._getframe()
    while frame is not None:
        add(frame.f_code, found)
        frame = frame.f_back
    return found


def add(code, found):
    if id(code) in found:
        return
    found[id(code)] = code
    for each in code.co_consts:
        if type(each) is types.CodeType:
            add(each, found)


def asks(known, hooks, calls):
    """A function for the judge's generator: whether what it got comes from one of `hooks` that one of `calls` of pluggy runs for
    pytest.

    known: code that may be on the stack; hooks: of the judge; calls: all by identity.
    """
    getframe = sys._getframe

    def is_asked():
        frame = getframe(2)
        if id(frame.f_code) not in hooks or frame.f_back is None or id(frame.f_back.f_code) not in calls:
            return False
        while frame is not None:
            if id(frame.f_code) not in known:
                return False
            frame = frame.f_back
        return True

    return is_asked
