class Creature:
    """Someone who has health and stands on a cell."""
    name = ''
    damage = 0

    def __init__(self, cell, health):
        pass

    @property
    def lives(self):
        pass

    def hurt(self, damage):
        pass

    def act(self, game, distances):
        """Does what the creature does in a turn.

        @param distances: the number of steps to the player, from each cell
        """
        pass

    def attack(self, game, other):
        pass

    def come_nearer(self, game, distances):
        pass
