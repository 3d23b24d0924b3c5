class Inventory:
    """Things that the player carries."""

    def __init__(self):
        pass

    def add(self, item):
        pass

    def count(self, name):
        pass

    def take(self, name):
        """Takes an item out; None if there is none."""
        pass
