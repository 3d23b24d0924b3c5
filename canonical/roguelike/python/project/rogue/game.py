import random

from .directions import ALL, beside
from .generator import make_dungeon
from .items import Scroll
from .monsters import make_monsters
from .player import Player
from .sight import Sight


class Game:
    """One game in one dungeon. Each action of the player is a turn."""

    def __init__(self, bus):
        self.bus = bus
        self.turn = 0
        self.dungeon = make_dungeon()
        first, *others = random.sample(self.dungeon.rooms, len(self.dungeon.rooms))
        self.player = Player(first.centre)
        self.monsters = make_monsters(others, self.dungeon.distances(first.centre))
        self.items = [Scroll(random.choice([cell for cell in first.cells if cell != first.centre]))]
        self.sight = Sight(self.dungeon)
        self.sight.look_from(self.player.cell)

    def move(self, step):
        """Walks a step, or attacks who stands there. A wall takes no turn."""
        cell = beside(self.player.cell, step)
        if not self.player.lives or cell not in self.dungeon.floor:
            return
        monster = next((monster for monster in self.monsters if monster.cell == cell), None)
        if monster:
            self.player.attack(self, monster)
        else:
            self.player.cell = cell
            self.sight.look_from(cell)
            self._pick_up()
        self._end_turn()

    def wait(self):
        if self.player.lives:
            self._end_turn()

    def read(self):
        scroll = self.player.inventory.take(Scroll.name) if self.player.lives else None
        if scroll:
            scroll.use(self)
            self._end_turn()

    def free_beside(self, cell):
        taken = {self.player.cell, *(monster.cell for monster in self.monsters)}
        cells = [beside(cell, step) for step in ALL]
        return [each for each in cells if each in self.dungeon.floor and each not in taken]

    def _pick_up(self):
        for item in [item for item in self.items if item.cell == self.player.cell]:
            self.items.remove(item)
            self.player.inventory.add(item)
            self.bus.tell('pick-up', item=item)

    def _end_turn(self):
        self.turn += 1
        self.monsters = [monster for monster in self.monsters if monster.lives]
        distances = self.dungeon.distances(self.player.cell)
        for monster in self.monsters:
            if self.player.lives:
                monster.act(self, distances)
        self.bus.tell('turn', turn=self.turn, player=self.player)
