"""Waits until a page has done what an action made it do: a condition of the page, not a time."""
import time

from faults import WebDriverException

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
        elif turned(wire) and not activity.read():
            return


def turned(wire):
    """False where the page was left while its queue was waited for."""
    try:
        wire('POST', '/execute/async', {'script': TURN, 'args': []})
        return True
    except WebDriverException:
        return False
