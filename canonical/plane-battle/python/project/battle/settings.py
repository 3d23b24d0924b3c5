"""Sizes in pixels, speeds in pixels a second, times in seconds, colours."""

WIDTH = 640
HEIGHT = 520
MARGIN = 20
HEADER = 80
FRAMES = 60
# A slow machine makes the game slower: bullets must not jump over planes.
LONGEST_STEP = 1 / 30

PLANE_SIZE = (46, 42)
PLANE_SPEED = 300
ENEMY_SIZE = (42, 34)
ENEMY_SPEEDS = (75, 120)
ENEMIES = 6
ROW = 42
BULLET_SIZE = (6, 16)
BULLET_SPEED = 300
SHELL_SIZE = (10, 10)
SHELL_SPEED = 240

PEACE = 3.0
PAUSES = (0.8, 1.4)

BACKGROUND = (18, 22, 34)
SKY = (28, 40, 66)
LINE = (44, 60, 92)
STAR = (88, 106, 140)
INK = (236, 240, 248)
DIM = (140, 154, 182)
PLANE = (64, 196, 255)
COCKPIT = (12, 74, 110)
ENEMY = (232, 72, 85)
VISOR = (96, 20, 36)
BULLET = (255, 221, 87)
SHELL = (255, 138, 220)
WON = (60, 184, 110)
LOST = (150, 60, 190)
