from .creature import Creature
from .settings import CASTS, MAGE_DAMAGE, MAGE_HEALTH, NOTICES


class Mage(Creature):
    """Comes nearer, and casts spells from a distance."""

    name = 'mage'
    damage = MAGE_DAMAGE

    def __init__(self, cell):
        super().__init__(cell, MAGE_HEALTH)

    def act(self, game, distances):
        if distances[self.cell] <= CASTS:
            self.attack(game, game.player)
        elif distances[self.cell] <= NOTICES:
            self.come_nearer(game, distances)
