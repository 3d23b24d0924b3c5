"""Steps on the grid, as (columns, rows)."""

UP = (0, -1)
DOWN = (0, 1)
LEFT = (-1, 0)
RIGHT = (1, 0)


def is_opposite(one, other):
    return one[0] == -other[0] and one[1] == -other[1]
