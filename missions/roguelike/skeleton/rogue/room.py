class Room:
    """A rectangle of floor."""

    def __init__(self, left, top, width, height):
        pass

    @property
    def centre(self):
        pass

    @property
    def cells(self):
        pass

    @property
    def with_walls(self):
        pass
