import math
from .box import Box
from .settings import BULLET_SIZE, BULLET_SPEED, HEIGHT, SHELL_SIZE, SHELL_SPEED, WIDTH

class Projectile(Box):
    """Flies straight on until it hits something or leaves the field."""

    def __init__(self, x, y, size, speed):
        pass

    def move(self, seconds):
        pass

    def is_inside(self):
        pass

class Bullet(Projectile):
    """Flies up from the nose of the plane."""

    def __init__(self, x, y):
        pass

class Shell(Projectile):
    """Flies from an enemy to where the plane is now."""

    def __init__(self, origin, target):
        pass
