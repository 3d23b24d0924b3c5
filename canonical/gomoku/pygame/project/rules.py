"""The rules of Gomoku: the board, whose turn it is, and who has won.

Nothing in here knows about the machine or about the window.
"""

SIZE = 15
EMPTY, BLACK, WHITE = 0, 1, 2
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


def other(colour):
    return BLACK + WHITE - colour


class Game:
    def __init__(self):
        self.new()

    def new(self):
        self.cells = [EMPTY] * (SIZE * SIZE)
        self.turn = BLACK
        self.stones = 0
        self.winner = EMPTY
        self.winning = []      # the crossings of the winning row
        self.last = None       # the crossing set last, as (column, row)

    @property
    def over(self):
        return self.winner != EMPTY or self.stones == SIZE * SIZE

    def at(self, column, row):
        return self.cells[row * SIZE + column]

    def may_set(self, column, row):
        return (not self.over
                and 0 <= column < SIZE and 0 <= row < SIZE
                and self.at(column, row) == EMPTY)

    def set(self, column, row):
        """Set a stone of the colour to move.  False if that is not allowed."""
        if not self.may_set(column, row):
            return False
        colour = self.turn
        self.cells[row * SIZE + column] = colour
        self.stones += 1
        self.last = (column, row)
        self.winning = self._rows_through(column, row, colour)
        if self.winning:
            self.winner = colour
        else:
            self.turn = other(colour)
        return True

    def _rows_through(self, column, row, colour):
        """All crossings of rows of five or more through this stone."""
        found = set()
        for dx, dy in DIRECTIONS:
            line = [(column, row)]
            for sign in (1, -1):
                x, y = column + sign * dx, row + sign * dy
                while (0 <= x < SIZE and 0 <= y < SIZE
                       and self.at(x, y) == colour):
                    line.append((x, y))
                    x, y = x + sign * dx, y + sign * dy
            if len(line) >= 5:
                found.update(line)
        return sorted(found)

    def text(self):
        name = {BLACK: "Black", WHITE: "White"}
        if self.winner:
            return name[self.winner] + " wins"
        if self.over:
            return "Draw"
        return name[self.turn] + " to move"
