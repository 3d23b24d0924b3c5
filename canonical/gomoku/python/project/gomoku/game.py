from .board import BLACK, WHITE, Board, other


class Game:
    """One game, from the first stone to its end. Black begins."""

    def __init__(self):
        self.board = Board()
        self.turn = BLACK
        self.winner = None
        self.row = []
        self.last = None

    @property
    def is_over(self):
        return self.winner is not None or self.board.is_full()

    def play(self, spot):
        """Sets a stone for the colour whose turn it is. Returns whether that was allowed."""
        if self.is_over or not self.board.is_free(spot):
            return False
        self.board.set(spot, self.turn)
        self.last = spot
        self.row = self.board.row_through(spot)
        if self.row:
            self.winner = self.turn
        self.turn = other(self.turn)
        return True

    def message(self):
        if self.winner:
            return f'{self.winner.capitalize()} wins'
        if self.is_over:
            return 'Draw'
        return f'{self.turn.capitalize()} to move'

    def waits_for_white(self):
        return self.turn == WHITE and not self.is_over
