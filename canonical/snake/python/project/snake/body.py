from .directions import RIGHT, is_opposite


class Body:
    """The cells of the snake, the head first."""

    def __init__(self, column, row, length=3):
        self.cells = [(column - index, row) for index in range(length)]
        self.heading = RIGHT
        self.turns = []

    @property
    def head(self):
        return self.cells[0]

    def turn(self, direction):
        last = self.turns[-1] if self.turns else self.heading
        if direction == last or is_opposite(direction, last) or len(self.turns) > 1:
            return
        self.turns.append(direction)

    def next_head(self):
        if self.turns:
            self.heading = self.turns.pop(0)
        column, row = self.head
        return column + self.heading[0], row + self.heading[1]

    def move(self, head, grows):
        self.cells.insert(0, head)
        if not grows:
            self.cells.pop()
