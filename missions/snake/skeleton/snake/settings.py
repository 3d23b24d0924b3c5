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
SCORES_FILE = 'scores.json'
PLACES = 5
