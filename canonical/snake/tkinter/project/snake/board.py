"""Draws the field with everything on it."""

import tkinter as tk

from . import settings as s

EDGE = 4    # thickness of the line around the field


class Board(tk.Canvas):
    def __init__(self, master):
        self._width = s.COLUMNS * s.CELL
        self._height = s.ROWS * s.CELL
        super().__init__(
            master,
            width=self._width + 2 * s.MARGIN,
            height=self._height + 2 * s.MARGIN,
            bg=s.WINDOW_COLOUR,
            highlightthickness=0,
        )

    def show_arena(self, arena):
        """Field, edges and walls: drawn once for each game."""
        self.delete("all")
        left, top = s.MARGIN, s.MARGIN
        right, bottom = left + self._width, top + self._height
        edge = s.OPEN_EDGE_COLOUR if arena.open_edges else s.EDGE_COLOUR
        self._box(left - EDGE, top - EDGE, right + EDGE, bottom + EDGE, edge)
        self._box(left, top, right, bottom, s.FIELD_COLOUR)
        for column in range(1, s.COLUMNS):
            x = left + column * s.CELL
            self.create_line(x, top, x, bottom, fill=s.GRID_COLOUR)
        for row in range(1, s.ROWS):
            y = top + row * s.CELL
            self.create_line(left, y, right, y, fill=s.GRID_COLOUR)
        for cell in arena.walls:
            self._cell(cell, s.WALL_COLOUR, 0)

    def show_game(self, game):
        """Food and snake: drawn after every step."""
        self.delete("moving")
        if game.food is not None:
            self._cell(game.food.cell, game.food.colour, 3, "moving")
        for cell in game.body.cells[1:]:
            self._cell(cell, s.BODY_COLOUR, 1, "moving")
        self._cell(game.body.head, s.HEAD_COLOUR, 1, "moving")

    def _cell(self, cell, colour, inset, tag=""):
        x = s.MARGIN + cell[0] * s.CELL
        y = s.MARGIN + cell[1] * s.CELL
        self._box(x + inset, y + inset,
                  x + s.CELL - inset, y + s.CELL - inset, colour, tag)

    def _box(self, x0, y0, x1, y1, colour, tag=""):
        self.create_rectangle(x0, y0, x1, y1, fill=colour, width=0, tags=tag)
