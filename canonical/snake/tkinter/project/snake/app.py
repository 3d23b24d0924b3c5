"""The window: brings keys, clock, game and drawing together."""

import time
import tkinter as tk

from . import settings as s
from .arena import Box, Maze, Tunnel
from .board import Board
from .body import Direction
from .game import Game, State
from .keyboard import Keyboard
from .panel import Panel
from .scores import ScoreList


class App:
    def __init__(self):
        self.root = tk.Tk()
        self.root.title(s.TITLE)
        self.root.configure(bg=s.WINDOW_COLOUR)
        self.root.resizable(False, False)
        self.board = Board(self.root)
        self.board.pack(side="left")
        self.panel = Panel(self.root)
        self.panel.pack(side="left")
        self.scores = ScoreList()
        self._boost = False
        self._timer = None
        self._last_step = 0.0
        self._bind_keys()
        self.new_game(Box)

    def run(self):
        self.root.focus_force()
        self.root.mainloop()

    def _bind_keys(self):
        keyboard = Keyboard(self.root)
        for names, direction in (
            (s.KEYS_UP, Direction.UP),
            (s.KEYS_DOWN, Direction.DOWN),
            (s.KEYS_LEFT, Direction.LEFT),
            (s.KEYS_RIGHT, Direction.RIGHT),
        ):
            keyboard.on_press(names, lambda d=direction: self.turn(d))
        for names, arena in (
            (s.KEYS_BOX, Box),
            (s.KEYS_TUNNEL, Tunnel),
            (s.KEYS_MAZE, Maze),
        ):
            keyboard.on_press(names, lambda a=arena: self.new_game(a))
        keyboard.on_press(
            s.KEYS_LIST, lambda: self.panel.toggle_list(self.scores.scores))
        keyboard.on_hold(s.KEYS_BOOST, self.boost)

    def new_game(self, arena_class):
        self._stop_clock()
        self.game = Game(arena_class())
        self.board.show_arena(self.game.arena)
        self._show()

    def turn(self, direction):
        was_waiting = self.game.state is State.WAITING
        self.game.turn(direction)
        if was_waiting and self.game.state is State.RUNNING:
            self._last_step = time.monotonic()
            self._start_clock()
            self._show()

    def boost(self, on):
        self._boost = on
        if self.game.state is State.RUNNING:
            self._start_clock()

    def _interval(self):
        pace = s.CELLS_PER_SECOND * (s.BOOST_FACTOR if self._boost else 1)
        return 1 / pace

    def _start_clock(self):
        """Set the timer for the step that is due next."""
        self._stop_clock()
        left = self._last_step + self._interval() - time.monotonic()
        self._timer = self.root.after(max(1, round(left * 1000)), self._tick)

    def _stop_clock(self):
        if self._timer is not None:
            self.root.after_cancel(self._timer)
            self._timer = None

    def _tick(self):
        self._timer = None
        now = time.monotonic()
        due = self._last_step + self._interval()
        # Keep an even pace, but never hurry after a long pause.
        self._last_step = due if now - due < 0.05 else now
        self.game.step()
        if self.game.state is State.RUNNING:
            self._start_clock()
        elif self.game.state is State.OVER:
            self.scores.add(self.game.score)
            self.panel.refresh_list(self.scores.scores)
        self._show()

    def _show(self):
        self.board.show_game(self.game)
        self.panel.show_game(self.game)
