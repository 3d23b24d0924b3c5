from .box import Box
from .bullets import Bullet
from .settings import HEIGHT, PLANE_SIZE, PLANE_SPEED, WIDTH

class Plane(Box):
    """The plane of the player. It stays in the lower half of the field."""

    def __init__(self):
        pass

    def fly(self, across, down, seconds):
        pass

    def fire(self):
        pass
