import tkinter
from . import theme
from .board import BLACK, SIZE
LETTERS = 'ABCDEFGHIJKLMNO'

class BoardView(tkinter.Canvas):
    """Draws the board. Hands each click to a function, with its crossing."""

    def __init__(self, parent, on_click):
        pass

    def show(self, game):
        pass

    def _clicked(self, event):
        pass

    def _draw_board(self, size):
        pass

    def _label(self, x, y, text):
        pass

    def _draw_stone(self, spot, fill, wins):
        pass

    def _disc(self, spot, radius, shift=0, tags='stone', **look):
        pass

def _place(index):
    pass
