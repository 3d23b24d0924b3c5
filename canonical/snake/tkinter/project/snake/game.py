"""The rules: one game, from the waiting snake to its end."""

from collections import deque
from enum import Enum

from . import settings
from .body import Body, Direction
from .food import FoodFactory


class State(Enum):
    WAITING = "waiting"
    RUNNING = "running"
    OVER = "over"


class Game:
    def __init__(self, arena, factory=None):
        self.arena = arena
        self.factory = factory or FoodFactory()
        self.body = Body(arena.start_cells(settings.START_LENGTH))
        self.direction = Direction.RIGHT
        self.state = State.WAITING
        self.score = 0
        self._turns = deque()
        self.food = None
        self._place_food()

    def turn(self, direction):
        """A direction key. The first one sets the waiting snake off."""
        if self.state is State.OVER:
            return
        if self.state is State.WAITING:
            if direction is Direction.LEFT:
                return
            self.direction = direction
            self.state = State.RUNNING
            return
        last = self._turns[-1] if self._turns else self.direction
        if direction in (last, last.opposite):
            return
        if len(self._turns) < settings.MAX_QUEUED_TURNS:
            self._turns.append(direction)

    def step(self):
        """Move one cell on, if the game runs."""
        if self.state is not State.RUNNING:
            return
        if self._turns:
            self.direction = self._turns.popleft()
        cell = self.arena.step(self.body.head, self.direction)
        eats = self.food is not None and cell == self.food.cell
        if eats:
            self.body.grow(self.food.growth)
        if cell is None or self.body.blocks(cell):
            self.state = State.OVER
            return
        self.body.move_to(cell)
        if eats:
            self.score += self.food.points
            self._place_food()

    def _place_food(self):
        taken = self.arena.walls.union(self.body.cells)
        free = [cell for cell in self.arena.cells() if cell not in taken]
        self.food = self.factory.make_any(free)
        if self.food is None:      # the snake fills the whole field
            self.state = State.OVER
