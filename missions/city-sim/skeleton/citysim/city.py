from .settings import COLUMNS, ENERGY, MONEY, ROWS

class City:
    """The buildings on the cells of the map, and what the city owns."""

    def __init__(self):
        pass

    def can_build(self, cell, building):
        pass

    def build(self, cell, building):
        pass

    def clear(self, cell):
        pass

    def _is_free(self, cell):
        pass

    def _touches_road(self, cell):
        pass
