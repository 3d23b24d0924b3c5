import tkinter

from . import theme
from .board import BLACK, SIZE

LETTERS = 'ABCDEFGHIJKLMNO'
STARS = ((3, 3), (11, 3), (7, 7), (3, 11), (11, 11))
LENGTH = (SIZE - 1) * theme.SPACING
FILLS = {True: theme.BLACK, False: theme.WHITE}


class BoardView(tkinter.Canvas):
    """Draws the board. Hands each click to a function, with its crossing."""

    def __init__(self, parent, on_click):
        size = LENGTH + 2 * theme.MARGIN
        super().__init__(parent, width=size, height=size, background=theme.BACKGROUND, highlightthickness=0)
        self.on_click = on_click
        self.bind('<Button-1>', self._clicked)
        self._draw_board(size)

    def show(self, game):
        self.delete('stone')
        for spot, colour in game.board.stones.items():
            self._draw_stone(spot, FILLS[colour == BLACK], spot in game.row)
        if game.last:
            self._disc(game.last, theme.MARK, fill=theme.RED, outline='')

    def _clicked(self, event):
        column = round((event.x - theme.MARGIN) / theme.SPACING)
        row = round((event.y - theme.MARGIN) / theme.SPACING)
        self.on_click((column, row))

    def _draw_board(self, size):
        self.create_rectangle(10, 10, size - 10, size - 10, fill=theme.WOOD, outline=theme.EDGE, width=4)
        for index in range(SIZE):
            at = _place(index)
            self.create_line(theme.MARGIN, at, theme.MARGIN + LENGTH, at, fill=theme.LINE)
            self.create_line(at, theme.MARGIN, at, theme.MARGIN + LENGTH, fill=theme.LINE)
            self._label(at, 23, LETTERS[index])
            self._label(23, at, str(SIZE - index))
        for star in STARS:
            self._disc(star, 3, fill=theme.LINE, outline='', tags='star')

    def _label(self, x, y, text):
        self.create_text(x, y, text=text, fill=theme.LINE, font=theme.SMALL_FONT)

    def _draw_stone(self, spot, fill, wins):
        self._disc(spot, theme.STONE, shift=2, fill=theme.SHADOW, outline='')
        edge = theme.RED if wins else theme.EDGE
        self._disc(spot, theme.STONE, fill=fill, outline=edge, width=3 if wins else 1)

    def _disc(self, spot, radius, shift=0, tags='stone', **look):
        x, y = _place(spot[0]) + shift, _place(spot[1]) + shift
        self.create_oval(x - radius, y - radius, x + radius, y + radius, tags=tags, **look)


def _place(index):
    return theme.MARGIN + index * theme.SPACING
