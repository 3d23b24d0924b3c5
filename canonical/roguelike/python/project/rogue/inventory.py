class Inventory:
    """Things that the player carries."""

    def __init__(self):
        self.items = []

    def add(self, item):
        self.items.append(item)

    def count(self, name):
        return sum(item.name == name for item in self.items)

    def take(self, name):
        """Takes an item out; None if there is none."""
        item = next((item for item in self.items if item.name == name), None)
        if item:
            self.items.remove(item)
        return item
