"""Runs one testcode and reports its outcome."""
import dis
import sys
import traceback

import faults
from faults import BadParameter, BrowserLost, HarnessTrouble, NotMet, ProjectTrouble, TimedOut

FILE = '<testcode>'
LONGEST = 2000


def run(request, names, clock, broken):
    """Executes the source and calls its function with the values.

    broken: returns a fault that the testcode may have swallowed, or None.
    Returns {outcome, reason, locator?}; see `outcome_of`.
    """
    try:
        exec(compile(request['source'], FILE, 'exec'), names)
        function = names[request['function']]
    except (SyntaxError, KeyError, Exception) as error:
        return {'outcome': 'harness', 'reason': 'the testcode defines no %s: %r' % (request['function'], error)}
    first = [names['driver']] if takes_driver(function) else []
    error = None
    try:
        clock.start(request['seconds'])
        result = function(*first, **request['values'])
        clock.check()
        if result is not None:
            error = AssertionError('the testcode returned %r, which means that it failed' % (result,))
    except BaseException as thrown:
        error = thrown
    finally:
        clock.stop()
    error = broken() or error
    return {'outcome': 'passed'} if error is None else outcome_of(error)


def takes_driver(function):
    code = function.__code__
    return code.co_argcount > 0 and code.co_varnames[0] == 'driver'


def outcome_of(error):
    """The outcome of an exception, by its class, and its message."""
    reason = described(error)
    for kind, outcome in OUTCOMES:
        if isinstance(error, kind):
            found = {'outcome': outcome, 'reason': reason}
            if isinstance(error, faults.NoSuchElementException):
                found['locator'] = str(error.locator)
            return found
    return {'outcome': 'failed' if raised_by_testcode(error) else 'raised', 'reason': reason}


OUTCOMES = (
    (BrowserLost, 'lost'),
    (HarnessTrouble, 'harness'),
    (BadParameter, 'bad-parameter'),
    (ProjectTrouble, 'project'),
    (NotMet, 'failed'),
    (TimedOut, 'timeout'),
    (faults.PageLoadTimeout, 'timeout'),
    (MemoryError, 'project'),
    (faults.PageUnreachable, 'unreachable'),
    (faults.NoSuchElementException, 'missing'),
    (faults.WebDriverException, 'failed'),
    (AssertionError, 'failed'),
    (FileNotFoundError, 'failed'),
    (SystemExit, 'failed'),
    (KeyboardInterrupt, 'failed'),
)


def raised_by_testcode(error):
    """Whether a `raise` of the testcode itself threw the exception, which is how testcodes report failures."""
    last = None
    for frame, _ in traceback.walk_tb(error.__traceback__):
        last = frame
    if last is None or last.f_code.co_filename != FILE:
        return False
    at = error.__traceback__
    while at.tb_next:
        at = at.tb_next
    return dis.opname[last.f_code.co_code[at.tb_lasti]] == 'RAISE_VARARGS'


def described(error):
    name = type(error).__name__
    text = str(error).strip() or '(no message)'
    place = line_of(error)
    return '%s: %s%s' % (name, text[:LONGEST], place)


def line_of(error):
    lines = [line for frame, line in traceback.walk_tb(error.__traceback__) if frame.f_code.co_filename == FILE]
    return ' (line %d of the testcode)' % lines[-1] if lines else ''


def without_output():
    """Sends the output of testcodes to stderr."""
    sys.stdout = sys.stderr
