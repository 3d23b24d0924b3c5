import pygame
from . import layout
from .settings import ALERT, INK, PALE, PANEL

class Hud:
    """The numbers of the city, and an alert, above the map."""

    def __init__(self):
        pass

    def draw(self, surface, city):
        pass

    def _draw_alert(self, surface):
        pass
