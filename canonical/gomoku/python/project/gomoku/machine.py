from .board import DIRECTIONS, ROW, SIZE, is_inside, other

# The value of a window of five crossings with so many stones of one colour and none of the other one.
# Five of the machine's own are worth more than all threats, and a four of the other colour more than any three.
OWN = (1, 12, 120, 2_000, 1_000_000)
FOREIGN = (1, 8, 90, 1_500, 50_000)


def best_spot(board, colour):
    """The free crossing that helps this colour most, or hinders the other one most."""
    free = [(column, row) for column in range(SIZE) for row in range(SIZE) if board.is_free((column, row))]
    return max(free, key=lambda spot: (_value(board, spot, colour), -_distance(spot)))


def _value(board, spot, colour):
    return sum(_value_of_window(board, window, colour) for window in _windows(spot))


def _value_of_window(board, window, colour):
    stones = [board.stones[spot] for spot in window if spot in board.stones]
    if other(colour) not in stones:
        return OWN[len(stones)]
    return 0 if colour in stones else FOREIGN[len(stones)]


def _windows(spot):
    """All rows of five crossings on the board that contain this one."""
    for across, down in DIRECTIONS:
        for shift in range(ROW):
            start = (spot[0] - shift * across, spot[1] - shift * down)
            window = [(start[0] + step * across, start[1] + step * down) for step in range(ROW)]
            if is_inside(window[0]) and is_inside(window[-1]):
                yield window


def _distance(spot):
    middle = SIZE // 2
    return abs(spot[0] - middle) + abs(spot[1] - middle)
