from . import settings as use
from .figures import FIGURES

SIZE = (
    use.COLUMNS * use.CELL + 2 * use.MARGIN,
    use.HEADER + use.ROWS * use.CELL + use.LOG_HEIGHT + 2 * use.MARGIN,
)


def draw_map(surface, game):
    for column in range(use.COLUMNS):
        for row in range(use.ROWS):
            draw_cell(surface, game, (column, row))
    for thing in [*game.items, *game.monsters, game.player]:
        if thing.cell in game.sight.seen:
            FIGURES[thing.name](surface, place_of(thing.cell))


def draw_cell(surface, game, cell):
    colour = colour_of(game, cell)
    x, y, width, height = place_of(cell)
    surface.fill(use.GAP if colour == use.FLOOR else colour, (x, y, width, height))
    surface.fill(colour, (x, y, width - 1, height - 1))


def colour_of(game, cell):
    if cell not in game.sight.seen:
        return use.UNSEEN
    return use.FLOOR if cell in game.dungeon.floor else use.WALL


def place_of(cell):
    """The rectangle of a cell."""
    return use.MARGIN + cell[0] * use.CELL, use.HEADER + cell[1] * use.CELL, use.CELL, use.CELL
