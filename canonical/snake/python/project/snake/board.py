import pygame

from .settings import BACKGROUND, INK, MARGIN


class Board:
    """The list of the best scores, in place of the game."""

    def __init__(self):
        self.font = pygame.font.Font(None, 48)

    def draw(self, surface, best):
        surface.fill(BACKGROUND)
        surface.blit(self.font.render('Best scores', True, INK), (MARGIN, 22))
        for index, score in enumerate(best):
            surface.blit(self.font.render(f'{index + 1}.', True, INK), (MARGIN, 100 + 60 * index))
            surface.blit(self.font.render(str(score), True, INK), (120, 100 + 60 * index))
