"""Sizes in cells and pixels, the strength of creatures, and colours."""

COLUMNS = 40
ROWS = 24
CELL = 20
MARGIN = 20
HEADER = 70
LOG_HEIGHT = 104
LOG_LINES = 4
FRAMES = 30

# The map is divided into sectors; each has at most one room.
SECTORS = (4, 2)
ROOMS = (6, 8)
ROOM_WIDTHS = (5, 7)
ROOM_HEIGHTS = (5, 8)

HEALTH = 100
STRENGTH = 10
NOTICES = 6
LEAST_STEPS = 8
CASTS = 3
ORCS = 2
MAGES = 2
ORC_HEALTH = 20
ORC_DAMAGE = 10
MAGE_HEALTH = 10
MAGE_DAMAGE = 4

BACKGROUND = (16, 18, 26)
UNSEEN = (26, 28, 38)
WALL = (84, 92, 116)
FLOOR = (196, 182, 150)
GAP = (170, 156, 126)
PLAYER = (24, 96, 208)
ORC = (34, 120, 40)
MAGE = (140, 32, 168)
SCROLL = (255, 246, 214)
RIBBON = (190, 40, 40)
EYE = (255, 255, 255)
INK = (238, 240, 246)
DIM = (150, 158, 178)
