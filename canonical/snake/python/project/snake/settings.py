"""Sizes in pixels, colours, speeds in cells a second."""

CELL = 30
COLUMNS = 20
ROWS = 16
MARGIN = 20
HEADER = 80

SPEED = 5
BOOST = 3
FRAMES = 60
POINTS = 10

BACKGROUND = (24, 26, 33)
FIELD = (38, 42, 54)
HEAD = (255, 196, 0)
BODY = (46, 160, 67)
APPLE = (220, 50, 47)
WALL = (120, 130, 150)
INK = (240, 240, 240)

SCORES_FILE = 'scores.json'
PLACES = 5
