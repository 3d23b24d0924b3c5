class Box:
    """A rectangle that moves. Its place is where its top left corner is in the field."""

    def __init__(self, x, y, size):
        pass

    @property
    def centre(self):
        pass

    def touches(self, other):
        pass
