"""Waits until a page has done what an action made it do: a condition of the page, not a time."""
import time

from faults import NoAlertPresentException, WebDriverException

# Twice round the page's own queue: what it had put there is done, and has begun what it begins.
TURN = 'const done = arguments[arguments.length - 1]; setTimeout(() => setTimeout(done))'
PAUSE = 0.005
# Seconds that a page which never rests (polling, animations) costs an action at most.
LONGEST = 2.0


def settle(wire, activity):
    """Returns when nothing loads and nothing is queued, when a dialogue stands in the way, or when it takes too long."""
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
    """Returns when the dialogue is there, which a page may open a while after a click. Raises where none comes."""
    end = time.monotonic() + LONGEST
    while True:
        try:
            return alert.text
        except NoAlertPresentException:
            if time.monotonic() >= end:
                raise
            time.sleep(PAUSE)


def turned(wire):
    """False where the page was left, or a dialogue opened, while its queue was waited for."""
    try:
        wire('POST', '/execute/async', {'script': TURN, 'args': []}, dismiss=False)
        return True
    except WebDriverException:
        return False
