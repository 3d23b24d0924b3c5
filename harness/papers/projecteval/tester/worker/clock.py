"""The deadline of the running testcode. The signal is repeated, so a bare `except` in a testcode can only delay the end."""
import signal
import time

from faults import TimedOut

REPEAT = 0.2


class Clock:
    def __init__(self):
        self._end = None
        self._limit = 0.0
        signal.signal(signal.SIGALRM, self._ring)

    def start(self, seconds):
        self._limit = seconds
        self._end = time.monotonic() + seconds
        signal.setitimer(signal.ITIMER_REAL, seconds, REPEAT)

    def stop(self):
        signal.setitimer(signal.ITIMER_REAL, 0)
        self._end = None

    def remaining(self, otherwise):
        """Seconds until the deadline; `otherwise` if no testcode is running."""
        return otherwise if self._end is None else max(0.0, self._end - time.monotonic())

    def check(self):
        """Raises TimedOut once the deadline has passed, even if the testcode has swallowed the signal."""
        if self._end is not None and time.monotonic() >= self._end:
            raise self.fault()

    def fault(self):
        return TimedOut('not done within %g s' % self._limit)

    def _ring(self, *_):
        self.check()
