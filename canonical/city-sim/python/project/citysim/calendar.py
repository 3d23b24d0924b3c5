from .economy import next_day
from .settings import DAY_SECONDS


class Calendar:
    """Lets days pass: one at a time, or by themselves."""

    def __init__(self):
        self.is_running = False
        self.seconds = 0.0

    def toggle(self):
        self.is_running = not self.is_running
        self.seconds = 0.0

    def advance(self, seconds, city):
        if not self.is_running:
            return
        self.seconds += seconds
        if self.seconds >= DAY_SECONDS:
            self.seconds -= DAY_SECONDS
            next_day(city)
