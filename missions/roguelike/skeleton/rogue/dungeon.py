from collections import deque
from .directions import ALL, beside

class Dungeon:
    """The rooms and the floor of a map. All other cells are wall."""

    def __init__(self, rooms, floor):
        pass

    def room_at(self, cell):
        pass

    def distances(self, target):
        """The number of steps to a cell, from every cell of the floor."""
        pass
