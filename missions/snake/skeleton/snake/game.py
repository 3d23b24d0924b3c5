from .arenas import ARENAS
from .body import Body
from .items import make_item
from .settings import COLUMNS, ROWS

class Game:
    """One game in one arena, from its start to its end."""

    def __init__(self, arena='box'):
        pass

    def turn(self, direction):
        pass

    def step(self):
        """Moves by a cell. Returns whether the game has ended by it."""
        pass

    def _new_item(self):
        pass
