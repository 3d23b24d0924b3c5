class Item:
    """Something that lies on a cell until it is picked up."""
    name = ''

    def __init__(self, cell):
        pass

    def use(self, game):
        """Does what the item is for."""
        pass

class Scroll(Item):
    """Uncovers the map."""
    name = 'scroll'

    def use(self, game):
        pass
