from .settings import COLUMNS, ROWS

class Arena:
    """A field whose edges are deadly."""
    name = 'box'

    def place(self, cell):
        """Where a step to this cell leads; None if it is deadly."""
        pass

class Tunnel(Arena):
    """A snake that leaves at one edge comes in at the opposite one."""
    name = 'tunnel'

    def place(self, cell):
        pass

class Maze(Arena):
    """A box with walls inside."""
    name = 'maze'
