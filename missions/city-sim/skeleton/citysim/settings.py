"""Sizes in pixels, numbers of the game, and colours."""
COLUMNS = 12
ROWS = 9
CELL = 56
MONEY = 1000
ENERGY = 20
DAY_SECONDS = 1.0
FRAMES = 60
