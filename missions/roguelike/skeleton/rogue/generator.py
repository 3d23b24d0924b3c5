import random
from .dungeon import Dungeon
from .room import Room
from .settings import COLUMNS, ROOM_HEIGHTS, ROOM_WIDTHS, ROOMS, ROWS, SECTORS

def make_dungeon():
    """Rooms in some sectors of the map, each connected with the next one by a tunnel."""
    pass

def along(sector):
    """The upper sectors from the left, and then the lower ones from the right."""
    pass

def make_room(sector):
    pass

def make_tunnel(start, end):
    """The cells of a tunnel with one bend."""
    pass

def line(start, end):
    pass
