import pygame
from .settings import BACKGROUND, INK, MARGIN

class Board:
    """The list of the best scores, in place of the game."""

    def __init__(self):
        pass

    def draw(self, surface, best):
        pass
