import pygame
from . import settings as use
from .game import LOST, WAITING, WON

class Hud:
    """The number of enemies and the state of the game, above the field, and the bar at its end."""

    def __init__(self):
        pass

    def draw(self, surface, game):
        pass

    def _draw_bar(self, surface, text, colour):
        pass
