import random
from .directions import ALL, beside
from .generator import make_dungeon
from .items import Scroll
from .monsters import make_monsters
from .player import Player
from .sight import Sight

class Game:
    """One game in one dungeon. Each action of the player is a turn."""

    def __init__(self, bus):
        pass

    def move(self, step):
        """Walks a step, or attacks who stands there. A wall takes no turn."""
        pass

    def wait(self):
        pass

    def read(self):
        pass

    def free_beside(self, cell):
        pass

    def _pick_up(self):
        pass

    def _end_turn(self):
        pass
