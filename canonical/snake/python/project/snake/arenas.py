from .settings import COLUMNS, ROWS


class Arena:
    """A field whose edges are deadly."""

    name = 'box'
    walls = frozenset()

    def place(self, cell):
        """Where a step to this cell leads; None if it is deadly."""
        column, row = cell
        inside = 0 <= column < COLUMNS and 0 <= row < ROWS
        return cell if inside and cell not in self.walls else None


class Tunnel(Arena):
    """A snake that leaves at one edge comes in at the opposite one."""

    name = 'tunnel'

    def place(self, cell):
        return cell[0] % COLUMNS, cell[1] % ROWS


class Maze(Arena):
    """A box with walls inside."""

    name = 'maze'
    walls = frozenset(
        [(column, row) for column in (4, COLUMNS - 5) for row in range(3, 7)]
        + [(column, row) for column in (4, COLUMNS - 5) for row in range(ROWS - 6, ROWS - 2)]
    )


ARENAS = {arena.name: arena for arena in (Arena(), Tunnel(), Maze())}
