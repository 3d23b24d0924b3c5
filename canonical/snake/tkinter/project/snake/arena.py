"""The three arenas. An arena knows its walls and what lies past its edges."""

from . import settings


class Arena:
    """A field with deadly edges and without walls inside."""

    name = "Box"
    open_edges = False
    plan = ()

    def __init__(self, columns=settings.COLUMNS, rows=settings.ROWS):
        self.columns = columns
        self.rows = rows
        self.walls = frozenset(
            (x, y)
            for y, line in enumerate(self.plan)
            for x, sign in enumerate(line)
            if sign == "#"
        )

    def cells(self):
        return ((x, y) for y in range(self.rows) for x in range(self.columns))

    def start_cells(self, length):
        """The snake's first cells, head first: in the middle, head right."""
        left = (self.columns - length) // 2
        row = self.rows // 2
        return [(left + i, row) for i in reversed(range(length))]

    def step(self, cell, direction):
        """The cell next to `cell`, or None where something deadly is."""
        x, y = cell[0] + direction.dx, cell[1] + direction.dy
        if self.open_edges:
            x, y = x % self.columns, y % self.rows
        elif not (0 <= x < self.columns and 0 <= y < self.rows):
            return None
        return None if (x, y) in self.walls else (x, y)


class Box(Arena):
    pass


class Tunnel(Arena):
    name = "Tunnel"
    open_edges = True


class Maze(Arena):
    name = "Maze"
    plan = (
        ".........................",
        "............#............",
        "............#............",
        ".........................",
        "....#######...#######....",
        "....#...............#....",
        "....#...............#....",
        ".........................",
        ".......#.........#.......",
        ".......#.........#.......",
        ".......#.........#.......",
        ".......#.........#.......",
        ".......#.........#.......",
        ".........................",
        "....#...............#....",
        "....#...............#....",
        "....#######...#######....",
        ".........................",
        "............#............",
        "............#............",
        ".........................",
    )
