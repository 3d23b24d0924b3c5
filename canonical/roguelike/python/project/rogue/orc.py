from .creature import Creature
from .settings import NOTICES, ORC_DAMAGE, ORC_HEALTH


class Orc(Creature):
    """Comes nearer, and hits who stands beside it."""

    name = 'orc'
    damage = ORC_DAMAGE

    def __init__(self, cell):
        super().__init__(cell, ORC_HEALTH)

    def act(self, game, distances):
        if distances[self.cell] == 1:
            self.attack(game, game.player)
        elif distances[self.cell] <= NOTICES:
            self.come_nearer(game, distances)
