"""Waits until a page has done what an action made it do: a condition of the page, not a time."""
import time

from faults import WebDriverException

# Twice round the page's own queue: what it had put there is done, and has begun what it begins.
TURN = 'const done = arguments[arguments.length - 1]; setTimeout(() => setTimeout(done))'
QUIET_TURNS = 2
PAUSE = 0.005
# Seconds that a page which never rests (polling, animations) costs an action at most.
LONGEST = 2.0


def settle(wire, activity):
    """Returns when nothing loads and nothing is queued, when a dialogue stands in the way, or when it takes too long."""
    end = time.monotonic() + LONGEST
    quiet = 0
    while quiet < QUIET_TURNS and time.monotonic() < end:
        activity.read()
        if activity.dialogue:
            return
        if activity.busy():
            quiet = 0
            time.sleep(PAUSE)
        elif turned(wire) and not activity.read():
            quiet += 1


def turned(wire):
    """False where the page was left while its queue was waited for."""
    try:
        wire('POST', '/execute/async', {'script': TURN, 'args': []})
        return True
    except WebDriverException:
        return False
