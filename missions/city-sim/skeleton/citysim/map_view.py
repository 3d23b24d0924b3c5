import pygame
from . import layout
from .settings import CELL, GRASS, GRASS_LINE, HOVER

class MapView:
    """Draws the cells of the map and what is on them."""

    def draw(self, surface, city, pointer):
        pass
