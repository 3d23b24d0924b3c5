import random
from .settings import APPLE, COLUMNS, POINTS, ROWS

class Item:
    """Something on the field that the snake can eat."""

    def __init__(self, cell, colour, points):
        pass

def make_item(kind, taken):
    """Makes an item on a cell that is free."""
    pass
