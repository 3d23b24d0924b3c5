import pygame
from . import settings as use
LINE = 24

class Hud:
    """Health, turn and inventory above the map, and the log below it."""

    def __init__(self, status, log):
        pass

    def draw(self, surface):
        pass
