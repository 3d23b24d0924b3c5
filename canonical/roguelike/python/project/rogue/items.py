class Item:
    """Something that lies on a cell until it is picked up."""

    name = ''

    def __init__(self, cell):
        self.cell = cell

    def use(self, game):
        """Does what the item is for."""


class Scroll(Item):
    """Uncovers the map."""

    name = 'scroll'

    def use(self, game):
        game.sight.uncover()
        game.bus.tell('read', item=self)
