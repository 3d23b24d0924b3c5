import random
from .settings import PAUSES, PEACE

class Guns:
    """Decides when an enemy fires, and which one."""

    def __init__(self, peaceful):
        pass

    def fire(self, enemies, target, seconds):
        """The shells that are fired in this time."""
        pass
