from .economy import next_day
from .settings import DAY_SECONDS

class Calendar:
    """Lets days pass: one at a time, or by themselves."""

    def __init__(self):
        pass

    def toggle(self):
        pass

    def advance(self, seconds, city):
        pass
