import tkinter
from . import theme
from .board import WHITE
from .game import Game
from .machine import best_spot
from .panel import Panel
from .view import BoardView

class App:
    """Joins the game, the window and the machine."""

    def __init__(self):
        pass

    def run(self):
        pass

    def new_game(self):
        pass

    def change_players(self):
        pass

    def click(self, spot):
        pass

    def show(self):
        pass

    def _plan_answer(self):
        """The machine answers a moment later, so that the stone before it is seen first."""
        pass

    def _answer(self):
        pass

def run():
    pass
