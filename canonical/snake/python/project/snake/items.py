import random

from .settings import APPLE, COLUMNS, POINTS, ROWS


class Item:
    """Something on the field that the snake can eat."""

    def __init__(self, cell, colour, points):
        self.cell = cell
        self.colour = colour
        self.points = points


KINDS = {'apple': (APPLE, POINTS)}


def make_item(kind, taken):
    """Makes an item on a cell that is free."""
    colour, points = KINDS[kind]
    free = [(column, row) for column in range(COLUMNS) for row in range(ROWS) if (column, row) not in taken]
    return Item(random.choice(free), colour, points)
