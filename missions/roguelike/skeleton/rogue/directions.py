"""Steps on the map, as (columns, rows)."""

def beside(cell, step):
    pass

def around(cell):
    """The cell itself and the eight cells around it."""
    pass
