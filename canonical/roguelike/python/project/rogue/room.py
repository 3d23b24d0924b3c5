class Room:
    """A rectangle of floor."""

    def __init__(self, left, top, width, height):
        self.left = left
        self.top = top
        self.width = width
        self.height = height

    @property
    def centre(self):
        return self.left + self.width // 2, self.top + self.height // 2

    @property
    def cells(self):
        columns = range(self.left, self.left + self.width)
        return [(column, row) for column in columns for row in range(self.top, self.top + self.height)]

    @property
    def with_walls(self):
        return Room(self.left - 1, self.top - 1, self.width + 2, self.height + 2).cells
