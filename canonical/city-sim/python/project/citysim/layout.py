"""Where things are in the window."""

import pygame

from .settings import CELL, COLUMNS, ROWS

HEADER = pygame.Rect(0, 0, 920, 90)
MENU = pygame.Rect(0, 90, 208, 544)
MAP = pygame.Rect(224, 106, COLUMNS * CELL, ROWS * CELL)
SIZE = (MAP.right + 24, MAP.bottom + 24)
ALERT = pygame.Rect(600, 20, 296, 50)


def button(index):
    return pygame.Rect(20, 106 + 92 * index, 176, 80)


def cell_at(point):
    """The cell of the map that contains a point of the window; None outside of the map."""
    if not MAP.collidepoint(point):
        return None
    return (point[0] - MAP.left) // CELL, (point[1] - MAP.top) // CELL


def place_of(cell):
    column, row = cell
    return pygame.Rect(MAP.left + column * CELL, MAP.top + row * CELL, CELL, CELL)
