class Box:
    """A rectangle that moves. Its place is where its top left corner is in the field."""

    def __init__(self, x, y, size):
        self.x = x
        self.y = y
        self.width, self.height = size

    @property
    def centre(self):
        return self.x + self.width / 2, self.y + self.height / 2

    def touches(self, other):
        across = self.x < other.x + other.width and other.x < self.x + self.width
        return across and self.y < other.y + other.height and other.y < self.y + self.height
