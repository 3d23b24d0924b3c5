SIZE = 15
ROW = 5
BLACK = 'black'
WHITE = 'white'

def other(colour):
    pass

def is_inside(spot):
    pass

class Board:
    """The stones on the crossings, each of which is (column, row)."""

    def __init__(self):
        pass

    def is_free(self, spot):
        pass

    def is_full(self):
        pass

    def set(self, spot, colour):
        pass

    def row_through(self, spot):
        """Five or more stones of one colour in a row, through this one; empty if there are none."""
        pass

    def _line(self, spot, direction):
        pass

    def _run(self, spot, direction):
        pass
