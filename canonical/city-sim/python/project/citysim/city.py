from .settings import COLUMNS, ENERGY, MONEY, ROWS

SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))


class City:
    """The buildings on the cells of the map, and what the city owns."""

    def __init__(self):
        self.cells = {}
        self.money = MONEY
        self.energy = ENERGY
        self.day = 1
        self.is_low = False

    def can_build(self, cell, building):
        is_reachable = not building.needs_road or self._touches_road(cell)
        return self._is_free(cell) and is_reachable and self.money >= building.cost

    def build(self, cell, building):
        if self.can_build(cell, building):
            self.cells[cell] = building
            self.money -= building.cost

    def clear(self, cell):
        self.cells.pop(cell, None)

    def _is_free(self, cell):
        return 0 <= cell[0] < COLUMNS and 0 <= cell[1] < ROWS and cell not in self.cells

    def _touches_road(self, cell):
        around = [self.cells.get((cell[0] + across, cell[1] + down)) for across, down in SIDES]
        return any(building is not None and building.is_road for building in around)
