import pygame

from . import layout
from .settings import CELL, GRASS, GRASS_LINE, HOVER


class MapView:
    """Draws the cells of the map and what is on them."""

    def draw(self, surface, city, pointer):
        pygame.draw.rect(surface, GRASS, layout.MAP)
        for x in range(layout.MAP.left, layout.MAP.right + 1, CELL):
            pygame.draw.line(surface, GRASS_LINE, (x, layout.MAP.top), (x, layout.MAP.bottom))
        for y in range(layout.MAP.top, layout.MAP.bottom + 1, CELL):
            pygame.draw.line(surface, GRASS_LINE, (layout.MAP.left, y), (layout.MAP.right, y))
        for cell, building in city.cells.items():
            building.draw(surface, layout.place_of(cell))
        hovered = layout.cell_at(pointer)
        if hovered is not None:
            pygame.draw.rect(surface, HOVER, layout.place_of(hovered), width=2)
