"""The choice of the machine.

Everything is counted in "fives": the 572 groups of five crossings side by
side on the board.  A five that holds four stones of one colour and a gap is a
threat to win; the more stones of one colour (and none of the other) a five
holds, the more it is worth.
"""
import time

from rules import SIZE, EMPTY, DIRECTIONS, other

WIN = 10_000_000
WORTH = (0, 1, 12, 110, 900, 0)         # of a five with n stones of one colour
ATTACK = (2, 14, 130, 1400, 100000)     # of a crossing in such a five, for me
DEFEND = (0, 11, 100, 1000, 50000)      # the same if the stones are theirs


def _make_fives():
    fives = []
    for row in range(SIZE):
        for column in range(SIZE):
            for dx, dy in DIRECTIONS:
                x, y = column + 4 * dx, row + 4 * dy
                if 0 <= x < SIZE and 0 <= y < SIZE:
                    fives.append(tuple((row + i * dy) * SIZE + column + i * dx
                                       for i in range(5)))
    return fives


FIVES = _make_fives()
FIVES_AT = [[] for _ in range(SIZE * SIZE)]
for _number, _five in enumerate(FIVES):
    for _cell in _five:
        FIVES_AT[_cell].append(_number)


def _make_near():
    near = []
    for cell in range(SIZE * SIZE):
        x, y = cell % SIZE, cell // SIZE
        near.append([r * SIZE + c
                     for r in range(max(0, y - 2), min(SIZE, y + 3))
                     for c in range(max(0, x - 2), min(SIZE, x + 3))
                     if (c, r) != (x, y)])
    return near


NEAR = _make_near()


class OutOfTime(Exception):
    pass


class Position:
    """A board with the counts of all fives kept up to date."""

    def __init__(self, cells):
        self.cells = [EMPTY] * (SIZE * SIZE)
        self.count = [None, [0] * len(FIVES), [0] * len(FIVES)]
        self.worth = [0, 0, 0]
        self.fours = [None, set(), set()]   # fives with four stones and a gap
        self.close = [0] * (SIZE * SIZE)    # stones close to the crossing
        for cell, colour in enumerate(cells):
            if colour != EMPTY:
                self.put(cell, colour)

    def put(self, cell, colour):
        self.cells[cell] = colour
        mine, theirs = self.count[colour], self.count[other(colour)]
        foe = other(colour)
        for five in FIVES_AT[cell]:
            m, t = mine[five], theirs[five]
            mine[five] = m + 1
            if t == 0:
                self.worth[colour] += WORTH[m + 1] - WORTH[m]
                if m == 3:
                    self.fours[colour].add(five)
                elif m == 4:
                    self.fours[colour].discard(five)
            elif m == 0:
                self.worth[foe] -= WORTH[t]
                if t == 4:
                    self.fours[foe].discard(five)
        for cell in NEAR[cell]:
            self.close[cell] += 1

    def take(self, cell):
        colour = self.cells[cell]
        self.cells[cell] = EMPTY
        mine, theirs = self.count[colour], self.count[other(colour)]
        foe = other(colour)
        for five in FIVES_AT[cell]:
            m, t = mine[five] - 1, theirs[five]
            mine[five] = m
            if t == 0:
                self.worth[colour] -= WORTH[m + 1] - WORTH[m]
                if m == 3:
                    self.fours[colour].discard(five)
                elif m == 4:
                    self.fours[colour].add(five)
            elif m == 0:
                self.worth[foe] += WORTH[t]
                if t == 4:
                    self.fours[foe].add(five)
        for cell in NEAR[cell]:
            self.close[cell] -= 1

    def completing(self, colour):
        """The crossings where this colour completes five in a row."""
        gaps = set()
        for number in self.fours[colour]:
            for cell in FIVES[number]:
                if self.cells[cell] == EMPTY:
                    gaps.add(cell)
        return gaps

    def value_of(self, cell, colour):
        """How useful a stone of this colour is on an empty crossing."""
        mine, theirs = self.count[colour], self.count[other(colour)]
        value = 0
        for five in FIVES_AT[cell]:
            m, t = mine[five], theirs[five]
            if t == 0:
                value += ATTACK[m]
            elif m == 0:
                value += DEFEND[t]
        return value

    def best_cells(self, colour, number):
        found = [(self.value_of(cell, colour), -cell)
                 for cell in range(SIZE * SIZE)
                 if self.cells[cell] == EMPTY and self.close[cell]]
        if not found:
            found = [(self.value_of(cell, colour), -cell)
                     for cell in range(SIZE * SIZE)
                     if self.cells[cell] == EMPTY]
        found.sort(reverse=True)
        return [-cell for _, cell in found[:number]]

    def four_makers(self, colour):
        """The crossings where a stone of this colour makes a four."""
        mine, theirs = self.count[colour], self.count[other(colour)]
        cells = set()
        for five in range(len(FIVES)):
            if mine[five] == 3 and theirs[five] == 0:
                for cell in FIVES[five]:
                    if self.cells[cell] == EMPTY:
                        cells.add(cell)
        return cells


class Search:
    def __init__(self, cells, colour, seconds, stop):
        self.position = Position(cells)
        self.colour = colour
        self.end = time.monotonic() + seconds
        self.stop = stop

    def look_at_clock(self):
        if time.monotonic() > self.end or (self.stop and self.stop()):
            raise OutOfTime

    def by_value(self, cells, colour):
        return sorted(cells,
                      key=lambda c: (-self.position.value_of(c, colour), c))

    def choose(self):
        position, me = self.position, self.colour
        foe = other(me)
        wins = position.completing(me)
        if wins:
            return min(wins)
        must = position.completing(foe)
        if must:
            return self.by_value(must, me)[0]
        best = position.best_cells(me, 1)[0]
        kept = list(position.cells)
        try:
            for depth in (2, 4, 6, 8, 10):
                cell = self.win_by_fours(me, depth)
                if cell is not None:
                    return cell
            order = position.best_cells(me, 14)
            for depth in (2, 3, 4, 5, 6):
                order, values = self.at_root(order, depth)
                best = order[0]
                if abs(values[0]) > WIN // 2:
                    break
        except OutOfTime:
            self.position = Position(kept)
        return best

    def win_by_fours(self, me, depth):
        """The first stone of a sequence of fours that wins, or None."""
        self.look_at_clock()
        position, foe = self.position, other(me)
        wins = position.completing(me)
        if wins:
            return min(wins)
        if depth == 0:
            return None
        must = position.completing(foe)
        if len(must) > 1:
            return None
        cells = position.four_makers(me)
        if must:
            cells &= must
        for cell in self.by_value(cells, me):
            position.put(cell, me)
            gaps = position.completing(me)
            won = False
            if not position.completing(foe):
                if len(gaps) > 1:
                    won = True
                elif len(gaps) == 1:
                    answer = next(iter(gaps))
                    position.put(answer, foe)
                    won = self.win_by_fours(me, depth - 1) is not None
                    position.take(answer)
            position.take(cell)
            if won:
                return cell
        return None

    def at_root(self, order, depth):
        position, me = self.position, self.colour
        alpha = -2 * WIN
        scored = []
        for place, cell in enumerate(order):
            position.put(cell, me)
            value = -self.negamax(other(me), depth - 1, 1, -2 * WIN, -alpha)
            position.take(cell)
            scored.append((-value, place, cell))
            alpha = max(alpha, value)
        scored.sort()
        return [cell for _, _, cell in scored], [-v for v, _, _ in scored]

    def negamax(self, mover, depth, ply, alpha, beta):
        self.look_at_clock()
        position, foe = self.position, other(mover)
        if position.fours[mover]:
            return WIN - ply
        must = position.completing(foe)
        if len(must) > 1:
            return -(WIN - ply - 1)
        if must and ply < 16:
            cells = must                  # forced, so it costs no depth
        elif depth <= 0:
            # the one to move is ahead by the stone he is about to set
            return position.worth[mover] * 3 // 2 - position.worth[foe]
        else:
            cells = position.best_cells(mover, 10)
            depth -= 1
            if not cells:
                return 0
        best = -2 * WIN
        for cell in cells:
            position.put(cell, mover)
            value = -self.negamax(foe, depth, ply + 1, -beta, -alpha)
            position.take(cell)
            if value > best:
                best = value
                alpha = max(alpha, value)
                if alpha >= beta:
                    break
        return best


def choose(cells, colour, seconds=1.0, stop=None):
    """Where the machine sets its stone, as (column, row).

    `cells` is the board row by row and has at least one empty crossing.
    `stop` is asked now and then whether the answer is still wanted.
    """
    cell = Search(list(cells), colour, seconds, stop).choose()
    return cell % SIZE, cell // SIZE
