class Creature:
    """Someone who has health and stands on a cell."""

    name = ''
    damage = 0

    def __init__(self, cell, health):
        self.cell = cell
        self.health = health

    @property
    def lives(self):
        return self.health > 0

    def hurt(self, damage):
        self.health = max(0, self.health - damage)

    def act(self, game, distances):
        """Does what the creature does in a turn.

        @param distances: the number of steps to the player, from each cell
        """

    def attack(self, game, other):
        other.hurt(self.damage)
        game.bus.tell('attack', attacker=self, target=other)
        if not other.lives:
            game.bus.tell('death', creature=other)

    def come_nearer(self, game, distances):
        free = [cell for cell in game.free_beside(self.cell) if distances[cell] < distances[self.cell]]
        if free:
            self.cell = free[0]
