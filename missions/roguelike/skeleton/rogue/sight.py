from .directions import around
from .settings import COLUMNS, ROWS

class Sight:
    """The cells that the player has seen."""

    def __init__(self, dungeon):
        pass

    def look_from(self, cell):
        pass

    def uncover(self):
        pass
