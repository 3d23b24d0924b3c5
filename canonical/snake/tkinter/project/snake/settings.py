"""Every number, colour and key that one may want to change."""

TITLE = "Snake"

# Field
COLUMNS = 25
ROWS = 21
CELL = 30            # pixels
MARGIN = 20          # pixels around the field
PANEL_WIDTH = 320    # pixels, on the right of the field

# Pace
CELLS_PER_SECOND = 5
BOOST_FACTOR = 2.5
MAX_QUEUED_TURNS = 3

# Rules
START_LENGTH = 3
BEST_SCORES = 5

# Colours
WINDOW_COLOUR = "#14181f"
FIELD_COLOUR = "#232a35"
GRID_COLOUR = "#2a323f"
EDGE_COLOUR = "#c9d1dc"
OPEN_EDGE_COLOUR = "#3f6fb5"
WALL_COLOUR = "#8a5a32"
HEAD_COLOUR = "#ffd23f"
BODY_COLOUR = "#3fb950"
APPLE_COLOUR = "#f0323c"
TEXT_COLOUR = "#ffffff"
DIM_COLOUR = "#9aa5b5"
ALARM_COLOUR = "#ff9a9a"

# Text (negative sizes are pixels)
FONT = "DejaVu Sans"
SCORE_FONT = (FONT, -72, "bold")
LIST_FONT = (FONT, -38, "bold")
TITLE_FONT = (FONT, -22, "bold")
TEXT_FONT = (FONT, -17)

# Keys, by Tk's names
KEYS_UP = ("Up", "w", "W")
KEYS_DOWN = ("Down", "s", "S")
KEYS_LEFT = ("Left", "a", "A")
KEYS_RIGHT = ("Right", "d", "D")
KEYS_BOOST = ("space",)
KEYS_LIST = ("l", "L")
KEYS_BOX = ("1", "KP_1", "KP_End")
KEYS_TUNNEL = ("2", "KP_2", "KP_Down")
KEYS_MAZE = ("3", "KP_3", "KP_Next")
