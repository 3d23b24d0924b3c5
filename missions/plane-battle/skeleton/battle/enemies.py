import random
from .box import Box
from .bullets import Shell
from .settings import ENEMIES, ENEMY_SIZE, ENEMY_SPEEDS, ROW, WIDTH

class Enemy(Box):
    """Flies from edge to edge in its row."""

    def __init__(self, row):
        pass

    def move(self, seconds):
        pass

    def fire(self, target):
        pass

def make_enemies():
    pass
