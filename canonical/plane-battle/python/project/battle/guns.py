import random

from .settings import PAUSES, PEACE


class Guns:
    """Decides when an enemy fires, and which one."""

    def __init__(self, peaceful):
        self.peaceful = peaceful
        self.due = PEACE

    def fire(self, enemies, target, seconds):
        """The shells that are fired in this time."""
        self.due -= seconds
        if self.peaceful or self.due > 0:
            return []
        self.due += random.uniform(*PAUSES)
        return [random.choice(enemies).fire(target)]
