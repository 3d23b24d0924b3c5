"""The panel beside the field: score, state, best scores and keys."""

import tkinter as tk

from . import settings as s
from .game import State

MESSAGES = {
    State.WAITING: ("Press up, down or right", s.TEXT_COLOUR),
    State.RUNNING: ("", s.TEXT_COLOUR),
    State.OVER: ("Game over", s.ALARM_COLOUR),
}

HELP = """Arrow keys   turn
Space (hold)   faster
1   new game in the box
2   new game in the tunnel
3   new game in the maze
L   show or hide the best scores"""

LIST_TOP = 262
LIST_ROW = 46


class Panel(tk.Canvas):
    def __init__(self, master):
        super().__init__(
            master,
            width=s.PANEL_WIDTH,
            height=s.ROWS * s.CELL + 2 * s.MARGIN,
            bg=s.WINDOW_COLOUR,
            highlightthickness=0,
        )
        bottom = s.ROWS * s.CELL + s.MARGIN
        self._text(16, "Score", s.TITLE_FONT, s.DIM_COLOUR)
        self._score = self._text(44, "0", s.SCORE_FONT, s.TEXT_COLOUR)
        self._arena = self._text(140, "", s.TITLE_FONT, s.DIM_COLOUR)
        self._message = self._text(172, "", s.TITLE_FONT, s.TEXT_COLOUR)
        self.create_text(10, bottom, text=HELP, font=s.TEXT_FONT,
                         fill=s.DIM_COLOUR, anchor="sw")
        self.list_shown = False

    def show_game(self, game):
        message, colour = MESSAGES[game.state]
        self.itemconfigure(self._score, text=str(game.score))
        self.itemconfigure(self._arena, text=game.arena.name)
        self.itemconfigure(self._message, text=message, fill=colour)

    def toggle_list(self, scores):
        self.list_shown = not self.list_shown
        self.refresh_list(scores)

    def refresh_list(self, scores):
        self.delete("list")
        if not self.list_shown:
            return
        self._text(LIST_TOP - 36, "Best scores", s.TITLE_FONT, s.DIM_COLOUR,
                   "list")
        for place in range(s.BEST_SCORES):
            y = LIST_TOP + place * LIST_ROW
            self.create_text(10, y + 12, text=f"{place + 1}.", anchor="nw",
                             font=s.TITLE_FONT, fill=s.DIM_COLOUR, tags="list")
            if place < len(scores):
                self.create_text(200, y, text=str(scores[place]), anchor="ne",
                                 font=s.LIST_FONT, fill=s.TEXT_COLOUR,
                                 tags="list")

    def _text(self, y, text, font, colour, tag=""):
        return self.create_text(10, y, text=text, font=font, fill=colour,
                                anchor="nw", tags=tag)
