from .creature import Creature
from .settings import CASTS, MAGE_DAMAGE, MAGE_HEALTH, NOTICES

class Mage(Creature):
    """Comes nearer, and casts spells from a distance."""
    name = 'mage'

    def __init__(self, cell):
        pass

    def act(self, game, distances):
        pass
