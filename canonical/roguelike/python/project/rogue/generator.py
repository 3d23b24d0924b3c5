import random

from .dungeon import Dungeon
from .room import Room
from .settings import COLUMNS, ROOM_HEIGHTS, ROOM_WIDTHS, ROOMS, ROWS, SECTORS


def make_dungeon():
    """Rooms in some sectors of the map, each connected with the next one by a tunnel."""
    across, down = SECTORS
    sectors = [(column, row) for row in range(down) for column in range(across)]
    chosen = random.sample(sectors, random.randint(*ROOMS))
    rooms = [make_room(sector) for sector in sorted(chosen, key=along)]
    floor = {cell for room in rooms for cell in room.cells}
    for one, other in zip(rooms, rooms[1:]):
        floor |= make_tunnel(one.centre, other.centre)
    return Dungeon(rooms, floor)


def along(sector):
    """The upper sectors from the left, and then the lower ones from the right."""
    column, row = sector
    return row, -column if row else column


def make_room(sector):
    width, height = COLUMNS // SECTORS[0], ROWS // SECTORS[1]
    room_width, room_height = random.randint(*ROOM_WIDTHS), random.randint(*ROOM_HEIGHTS)
    left = sector[0] * width + random.randint(1, width - room_width - 1)
    top = sector[1] * height + random.randint(1, height - room_height - 1)
    return Room(left, top, room_width, room_height)


def make_tunnel(start, end):
    """The cells of a tunnel with one bend."""
    (left, top), (right, bottom) = start, end
    bend = (right, top) if random.random() < 0.5 else (left, bottom)
    return line(start, bend) | line(bend, end)


def line(start, end):
    columns = range(min(start[0], end[0]), max(start[0], end[0]) + 1)
    rows = range(min(start[1], end[1]), max(start[1], end[1]) + 1)
    return {(column, row) for column in columns for row in rows}
