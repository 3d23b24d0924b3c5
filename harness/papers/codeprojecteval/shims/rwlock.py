"""A stand-in for the package rwlock: many readers or one writer, writers first."""
import threading


class RWLock:
    def __init__(self):
        self._changed = threading.Condition()
        self._readers = 0
        self._writing = False
        self._waiting = 0
        self.reader_lock = _Side(self._begin_reading, self._end_reading)
        self.writer_lock = _Side(self._begin_writing, self._end_writing)

    def _begin_reading(self):
        with self._changed:
            self._changed.wait_for(lambda: not self._writing and self._waiting == 0)
            self._readers += 1

    def _end_reading(self):
        with self._changed:
            self._readers -= 1
            self._changed.notify_all()

    def _begin_writing(self):
        with self._changed:
            self._waiting += 1
            self._changed.wait_for(lambda: not self._writing and self._readers == 0)
            self._waiting -= 1
            self._writing = True

    def _end_writing(self):
        with self._changed:
            self._writing = False
            self._changed.notify_all()


class _Side:
    def __init__(self, acquire, release):
        self.acquire = acquire
        self.release = release

    def __enter__(self):
        self.acquire()
        return self

    def __exit__(self, *_):
        self.release()
