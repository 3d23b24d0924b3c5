from collections import deque

from .directions import ALL, beside


class Dungeon:
    """The rooms and the floor of a map. All other cells are wall."""

    def __init__(self, rooms, floor):
        self.rooms = rooms
        self.floor = frozenset(floor)

    def room_at(self, cell):
        return next((room for room in self.rooms if cell in room.cells), None)

    def distances(self, target):
        """The number of steps to a cell, from every cell of the floor."""
        found = {target: 0}
        waiting = deque([target])
        while waiting:
            cell = waiting.popleft()
            for step in ALL:
                following = beside(cell, step)
                if following in self.floor and following not in found:
                    found[following] = found[cell] + 1
                    waiting.append(following)
        return found
