from .creature import Creature
from .inventory import Inventory
from .settings import HEALTH, STRENGTH


class Player(Creature):
    """The hero, whom the keys move."""

    name = 'you'
    damage = STRENGTH

    def __init__(self, cell):
        super().__init__(cell, HEALTH)
        self.inventory = Inventory()
