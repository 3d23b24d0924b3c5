import random

from .mage import Mage
from .orc import Orc
from .settings import LEAST_STEPS, MAGES, ORCS


def make_monsters(rooms, distances):
    """Puts each monster into a room of its own.

    @param distances: the number of steps to the player, from each cell
    """
    kinds = [Orc] * ORCS + [Mage] * MAGES
    return [kind(place_in(room, distances)) for kind, room in zip(kinds, random.sample(rooms, len(kinds)))]


def place_in(room, distances):
    return random.choice([cell for cell in room.cells if distances[cell] >= LEAST_STEPS])
