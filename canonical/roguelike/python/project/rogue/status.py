class Status:
    """The numbers of the HUD. It knows them from the event bus."""

    def __init__(self, bus):
        self.health = self.turn = self.scrolls = 0
        bus.listen('game', self.update)
        bus.listen('turn', self.update)

    def update(self, turn, player):
        self.turn = turn
        self.health = player.health
        self.scrolls = player.inventory.count('scroll')
