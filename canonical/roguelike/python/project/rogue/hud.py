import pygame

from . import settings as use

TOP = use.HEADER + use.ROWS * use.CELL + use.MARGIN
LINE = 24


class Hud:
    """Health, turn and inventory above the map, and the log below it."""

    def __init__(self, status, log):
        self.status = status
        self.log = log
        self.large = pygame.font.Font(None, 44)
        self.small = pygame.font.Font(None, 26)

    def draw(self, surface):
        numbers = {'Health': self.status.health, 'Turn': self.status.turn, 'Scrolls': self.status.scrolls}
        for index, (name, number) in enumerate(numbers.items()):
            left = use.MARGIN + 260 * index
            surface.blit(self.small.render(name, True, use.DIM), (left, 28))
            surface.blit(self.large.render(str(number), True, use.INK), (left + 90, 20))
        for index, line in enumerate(self.log.lines):
            surface.blit(self.small.render(line, True, use.INK), (use.MARGIN, TOP + 4 + LINE * index))
