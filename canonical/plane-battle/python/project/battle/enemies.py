import random

from .box import Box
from .bullets import Shell
from .settings import ENEMIES, ENEMY_SIZE, ENEMY_SPEEDS, ROW, WIDTH


class Enemy(Box):
    """Flies from edge to edge in its row."""

    def __init__(self, row):
        x = random.uniform(0, WIDTH - ENEMY_SIZE[0])
        super().__init__(x, row * ROW + (ROW - ENEMY_SIZE[1]) / 2, ENEMY_SIZE)
        self.speed = random.uniform(*ENEMY_SPEEDS) * random.choice((-1, 1))

    def move(self, seconds):
        self.x += self.speed * seconds
        most = WIDTH - self.width
        if self.x < 0 or self.x > most:
            self.speed = -self.speed
            self.x = min(max(self.x, 0), most)

    def fire(self, target):
        return Shell(self.centre, target)


def make_enemies():
    return [Enemy(row) for row in range(ENEMIES)]
