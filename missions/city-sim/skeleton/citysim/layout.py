"""Where things are in the window."""
import pygame
from .settings import CELL, COLUMNS, ROWS

def button(index):
    pass

def cell_at(point):
    """The cell of the map that contains a point of the window; None outside of the map."""
    pass

def place_of(cell):
    pass
