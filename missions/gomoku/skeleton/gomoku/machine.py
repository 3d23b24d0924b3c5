from .board import DIRECTIONS, ROW, SIZE, is_inside, other

def best_spot(board, colour):
    """The free crossing that helps this colour most, or hinders the other one most."""
    pass

def _value(board, spot, colour):
    pass

def _value_of_window(board, window, colour):
    pass

def _windows(spot):
    """All rows of five crossings on the board that contain this one."""
    pass

def _distance(spot):
    pass
