import random
import pygame
from . import settings as use

class Painter:
    """Draws a game into the field."""

    def __init__(self, surface):
        pass

    def draw(self, game):
        pass

    def _draw_sky(self):
        pass

    def _draw_shape(self, box, corners, colour):
        pass

    def _draw_window(self, box, colour, top):
        pass

def rectangle(box):
    pass
