import pygame
from .settings import COLUMNS, CELL, INK, MARGIN

class Hud:
    """The score and the arena above the field."""

    def __init__(self):
        pass

    def draw(self, surface, game):
        pass
