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
        self.root = tkinter.Tk()
        self.root.title('Gomoku')
        self.root.resizable(False, False)
        self.root.configure(background=theme.BACKGROUND)
        self.view = BoardView(self.root, self.click)
        self.view.pack(side='left')
        self.panel = Panel(self.root, self.new_game, self.change_players)
        self.panel.pack(side='right', fill='y')
        self.is_machine = True
        self.waiting = None
        self.game = Game()
        self.show()

    def run(self):
        self.root.mainloop()

    def new_game(self):
        self.game = Game()
        self.show()

    def change_players(self):
        self.is_machine = not self.is_machine
        self.show()

    def click(self, spot):
        if self.is_machine and self.game.waits_for_white():
            return
        if self.game.play(spot):
            self.show()

    def show(self):
        self.view.show(self.game)
        self.panel.show(self.game, self.is_machine)
        self._plan_answer()

    def _plan_answer(self):
        """The machine answers a moment later, so that the stone before it is seen first."""
        if self.waiting is not None:
            self.root.after_cancel(self.waiting)
            self.waiting = None
        if self.is_machine and self.game.waits_for_white():
            self.waiting = self.root.after(theme.THINKING, self._answer)

    def _answer(self):
        self.waiting = None
        self.game.play(best_spot(self.game.board, WHITE))
        self.show()


def run():
    App().run()
