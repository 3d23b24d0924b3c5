from .creature import Creature
from .settings import NOTICES, ORC_DAMAGE, ORC_HEALTH

class Orc(Creature):
    """Comes nearer, and hits who stands beside it."""
    name = 'orc'

    def __init__(self, cell):
        pass

    def act(self, game, distances):
        pass
