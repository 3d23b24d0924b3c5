from .arenas import ARENAS
from .body import Body
from .items import make_item
from .settings import COLUMNS, ROWS


class Game:
    """One game in one arena, from its start to its end."""

    def __init__(self, arena='box'):
        self.arena = ARENAS[arena]
        self.body = Body(COLUMNS // 2, ROWS // 2)
        self.score = 0
        self.waits = True
        self.over = False
        self.item = self._new_item()

    def turn(self, direction):
        if self.waits and direction == (-1, 0):
            return
        self.waits = False
        self.body.turn(direction)

    def step(self):
        """Moves by a cell. Returns whether the game has ended by it."""
        if self.waits or self.over:
            return False
        cell = self.arena.place(self.body.next_head())
        if cell is None or cell in self.body.cells[:-1]:
            self.over = True
            return True
        eats = cell == self.item.cell
        self.body.move(cell, eats)
        if eats:
            self.score += self.item.points
            self.item = self._new_item()
        return False

    def _new_item(self):
        return make_item('apple', {*self.body.cells, *self.arena.walls})
