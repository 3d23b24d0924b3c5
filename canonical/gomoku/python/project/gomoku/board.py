SIZE = 15
ROW = 5
BLACK = 'black'
WHITE = 'white'
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


def other(colour):
    return WHITE if colour == BLACK else BLACK


def is_inside(spot):
    return 0 <= spot[0] < SIZE and 0 <= spot[1] < SIZE


class Board:
    """The stones on the crossings, each of which is (column, row)."""

    def __init__(self):
        self.stones = {}

    def is_free(self, spot):
        return is_inside(spot) and spot not in self.stones

    def is_full(self):
        return len(self.stones) == SIZE * SIZE

    def set(self, spot, colour):
        self.stones[spot] = colour

    def row_through(self, spot):
        """Five or more stones of one colour in a row, through this one; empty if there are none."""
        for direction in DIRECTIONS:
            row = self._line(spot, direction)
            if len(row) >= ROW:
                return row
        return []

    def _line(self, spot, direction):
        back = (-direction[0], -direction[1])
        return self._run(spot, back)[::-1] + [spot] + self._run(spot, direction)

    def _run(self, spot, direction):
        colour = self.stones[spot]
        run = []
        column, row = spot[0] + direction[0], spot[1] + direction[1]
        while self.stones.get((column, row)) == colour:
            run.append((column, row))
            column, row = column + direction[0], row + direction[1]
        return run
