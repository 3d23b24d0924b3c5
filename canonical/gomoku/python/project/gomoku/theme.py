"""Sizes in pixels, times in milliseconds, colours and fonts."""

SPACING = 36
MARGIN = 48
STONE = 16
MARK = 4
PANEL = 250

THINKING = 150

BACKGROUND = '#2b2f3a'
WOOD = '#dcb46c'
EDGE = '#8a6431'
LINE = '#6b4a1f'
BLACK = '#15171c'
WHITE = '#f7f5ef'
SHADOW = '#b8924f'
RED = '#d8342c'
INK = '#f1f1f1'
PALE = '#9aa1b2'
BUTTON = '#3d4453'
PRESSED = '#525b6f'

TITLE_FONT = ('DejaVu Sans', 26, 'bold')
MESSAGE_FONT = ('DejaVu Sans', 17, 'bold')
NUMBER_FONT = ('DejaVu Sans', 26, 'bold')
TEXT_FONT = ('DejaVu Sans', 12)
SMALL_FONT = ('DejaVu Sans', 9)
