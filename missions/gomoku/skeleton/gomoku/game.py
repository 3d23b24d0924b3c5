from .board import BLACK, WHITE, Board, other

class Game:
    """One game, from the first stone to its end. Black begins."""

    def __init__(self):
        pass

    @property
    def is_over(self):
        pass

    def play(self, spot):
        """Sets a stone for the colour whose turn it is. Returns whether that was allowed."""
        pass

    def message(self):
        pass

    def waits_for_white(self):
        pass
