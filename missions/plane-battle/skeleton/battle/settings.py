"""Sizes in pixels, speeds in pixels a second, times in seconds, colours."""
WIDTH = 640
HEIGHT = 520
MARGIN = 20
HEADER = 80
FRAMES = 60
PLANE_SPEED = 300
ENEMIES = 6
ROW = 42
BULLET_SPEED = 300
SHELL_SPEED = 240
PEACE = 3.0
