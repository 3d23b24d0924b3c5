import pygame
from . import layout
from .settings import BUTTON, CELL, CHOSEN, INK, PALE, PANEL
from .tools import TOOLS

class Menu:
    """A button for each tool. At most one of them is chosen."""

    def __init__(self):
        pass

    def click(self, point):
        pass

    def draw(self, surface):
        pass

    def _draw_button(self, surface, place, tool):
        pass
