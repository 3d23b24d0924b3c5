from . import settings as use
from .figures import FIGURES

def draw_map(surface, game):
    pass

def draw_cell(surface, game, cell):
    pass

def colour_of(game, cell):
    pass

def place_of(cell):
    """The rectangle of a cell."""
    pass
