from .enemies import make_enemies
from .guns import Guns
from .plane import Plane

class Game:
    """One game, from its start to its end."""

    def __init__(self, peaceful=False):
        pass

    def begin(self):
        pass

    def fire(self):
        pass

    def advance(self, across, down, seconds):
        """@param across, down: -1, 0 or 1, where the plane flies."""
        pass

    def _shoot_down(self):
        pass

    def _leave(self):
        pass

    def _end(self):
        pass
