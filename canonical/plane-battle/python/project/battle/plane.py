from .box import Box
from .bullets import Bullet
from .settings import HEIGHT, PLANE_SIZE, PLANE_SPEED, WIDTH


class Plane(Box):
    """The plane of the player. It stays in the lower half of the field."""

    def __init__(self):
        width, height = PLANE_SIZE
        super().__init__((WIDTH - width) / 2, HEIGHT - height - 10, PLANE_SIZE)

    def fly(self, across, down, seconds):
        x = self.x + across * PLANE_SPEED * seconds
        y = self.y + down * PLANE_SPEED * seconds
        self.x = min(max(x, 0), WIDTH - self.width)
        self.y = min(max(y, HEIGHT / 2), HEIGHT - self.height)

    def fire(self):
        return Bullet(self.centre[0], self.y)
