"""Steps on the map, as (columns, rows)."""

UP = (0, -1)
DOWN = (0, 1)
LEFT = (-1, 0)
RIGHT = (1, 0)
ALL = (UP, DOWN, LEFT, RIGHT)


def beside(cell, step):
    return cell[0] + step[0], cell[1] + step[1]


def around(cell):
    """The cell itself and the eight cells around it."""
    return [(cell[0] + across, cell[1] + down) for across in (-1, 0, 1) for down in (-1, 0, 1)]
