"""Waits until a page has finished its reaction to an action. Waits for a condition, not for a fixed time."""
import time

from faults import NoAlertPresentException, WebDriverException

# Two turns of the page's event loop: queued tasks have run, and so have the tasks that they queued.
TURN = 'const done = arguments[arguments.length - 1]; setTimeout(() => setTimeout(done))'
PAUSE = 0.005
# Most seconds that an action waits for a page that never rests (polling, animations).
LONGEST = 2.0


def settle(wire, activity):
    """Returns when nothing is loading or queued, when a dialog is open, or after LONGEST seconds."""
    end = time.monotonic() + LONGEST
    activity.read()
    while time.monotonic() < end and not activity.dialogue:
        if activity.busy():
            time.sleep(PAUSE)
            activity.read()
        else:
            is_quiet = turned(wire)
            if not activity.read() and is_quiet:
                return


def wait_until_open(alert):
    """Waits for a dialog, which a page may open some time after a click. Raises if none opens."""
    end = time.monotonic() + LONGEST
    while True:
        try:
            return alert.text
        except NoAlertPresentException:
            if time.monotonic() >= end:
                raise
            time.sleep(PAUSE)


def turned(wire):
    """Waits for two turns of the event loop. False if the page was left or a dialog opened meanwhile."""
    try:
        wire('POST', '/execute/async', {'script': TURN, 'args': []}, dismiss=False)
        return True
    except WebDriverException:
        return False
