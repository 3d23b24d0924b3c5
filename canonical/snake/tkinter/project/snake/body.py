"""Directions, and the snake's body."""

from collections import deque
from enum import Enum


class Direction(Enum):
    UP = (0, -1)
    DOWN = (0, 1)
    LEFT = (-1, 0)
    RIGHT = (1, 0)

    @property
    def dx(self):
        return self.value[0]

    @property
    def dy(self):
        return self.value[1]

    @property
    def opposite(self):
        return Direction((-self.dx, -self.dy))


class Body:
    """The cells of the snake, head first."""

    def __init__(self, cells):
        self._cells = deque(cells)
        self._growth = 0

    def __len__(self):
        return len(self._cells)

    @property
    def head(self):
        return self._cells[0]

    @property
    def cells(self):
        return tuple(self._cells)

    def grow(self, count):
        """Become `count` cells longer, with the next moves."""
        self._growth += count

    def blocks(self, cell):
        """Is `cell` taken after the next move? The tail's end moves on."""
        cells = self.cells if self._growth else self.cells[:-1]
        return cell in cells

    def move_to(self, cell):
        self._cells.appendleft(cell)
        if self._growth:
            self._growth -= 1
        else:
            self._cells.pop()
