class Status:
    """The numbers of the HUD. It knows them from the event bus."""

    def __init__(self, bus):
        pass

    def update(self, turn, player):
        pass
