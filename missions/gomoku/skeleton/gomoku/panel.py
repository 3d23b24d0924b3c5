import tkinter
from . import theme

class Panel(tkinter.Frame):
    """The panel beside the board: whose turn it is, how many stones lie, and two buttons."""

    def __init__(self, parent, on_new_game, on_players):
        pass

    def show(self, game, is_machine):
        pass

    def _label(self, text, font, colour):
        pass

    def _button(self, text, command):
        pass
