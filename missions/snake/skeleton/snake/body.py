from .directions import RIGHT, is_opposite

class Body:
    """The cells of the snake, the head first."""

    def __init__(self, column, row, length=3):
        pass

    @property
    def head(self):
        pass

    def turn(self, direction):
        pass

    def next_head(self):
        pass

    def move(self, head, grows):
        pass
