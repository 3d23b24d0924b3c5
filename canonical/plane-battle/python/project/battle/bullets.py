import math

from .box import Box
from .settings import BULLET_SIZE, BULLET_SPEED, HEIGHT, SHELL_SIZE, SHELL_SPEED, WIDTH


class Projectile(Box):
    """Flies straight on until it hits something or leaves the field."""

    def __init__(self, x, y, size, speed):
        super().__init__(x - size[0] / 2, y - size[1] / 2, size)
        self.speed = speed

    def move(self, seconds):
        self.x += self.speed[0] * seconds
        self.y += self.speed[1] * seconds

    def is_inside(self):
        across = -self.width < self.x < WIDTH
        return across and -self.height < self.y < HEIGHT


class Bullet(Projectile):
    """Flies up from the nose of the plane."""

    def __init__(self, x, y):
        super().__init__(x, y - BULLET_SIZE[1] / 2, BULLET_SIZE, (0, -BULLET_SPEED))


class Shell(Projectile):
    """Flies from an enemy to where the plane is now."""

    def __init__(self, origin, target):
        across, down = target[0] - origin[0], target[1] - origin[1]
        part = SHELL_SPEED / math.hypot(across, down)
        super().__init__(*origin, SHELL_SIZE, (across * part, down * part))
