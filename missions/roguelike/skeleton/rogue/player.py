from .creature import Creature
from .inventory import Inventory
from .settings import HEALTH, STRENGTH

class Player(Creature):
    """The hero, whom the keys move."""
    name = 'you'

    def __init__(self, cell):
        pass
