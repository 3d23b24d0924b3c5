import random
from .mage import Mage
from .orc import Orc
from .settings import LEAST_STEPS, MAGES, ORCS

def make_monsters(rooms, distances):
    """Puts each monster into a room of its own.

    @param distances: the number of steps to the player, from each cell
    """
    pass

def place_in(room, distances):
    pass
