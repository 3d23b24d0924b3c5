from .directions import around
from .settings import COLUMNS, ROWS


class Sight:
    """The cells that the player has seen."""

    def __init__(self, dungeon):
        self.dungeon = dungeon
        self.seen = set()

    def look_from(self, cell):
        room = self.dungeon.room_at(cell)
        self.seen.update(around(cell))
        if room:
            self.seen.update(room.with_walls)

    def uncover(self):
        self.seen.update((column, row) for column in range(COLUMNS) for row in range(ROWS))
