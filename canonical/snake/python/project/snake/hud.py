import pygame

from .settings import COLUMNS, CELL, INK, MARGIN


class Hud:
    """The score and the arena above the field."""

    def __init__(self):
        self.large = pygame.font.Font(None, 48)
        self.small = pygame.font.Font(None, 28)

    def draw(self, surface, game):
        surface.blit(self.small.render('Score', True, INK), (MARGIN, 30))
        surface.blit(self.large.render(str(game.score), True, INK), (90, 22))
        state = 'game over' if game.over else 'press a direction' if game.waits else ''
        surface.blit(self.small.render(state, True, INK), (240, 30))
        name = self.small.render(game.arena.name, True, INK)
        surface.blit(name, (MARGIN + COLUMNS * CELL - name.get_width(), 30))
