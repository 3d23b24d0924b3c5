"""Steps on the grid, as (columns, rows)."""

def is_opposite(one, other):
    pass
