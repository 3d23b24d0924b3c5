import pygame

from . import settings as use
from .game import LOST, WAITING, WON

BAR = (220, 54)


class Hud:
    """The number of enemies and the state of the game, above the field, and the bar at its end."""

    def __init__(self):
        self.large = pygame.font.Font(None, 48)
        self.small = pygame.font.Font(None, 26)

    def draw(self, surface, game):
        surface.blit(self.small.render('Enemies', True, use.DIM), (use.MARGIN, 32))
        surface.blit(self.large.render(str(len(game.enemies)), True, use.INK), (112, 24))
        name = self.small.render('practice' if game.peaceful else 'battle', True, use.DIM)
        surface.blit(name, (use.MARGIN + use.WIDTH - name.get_width(), 32))
        if game.state == WAITING:
            hint = self.small.render('arrows fly, space fires', True, use.INK)
            surface.blit(hint, hint.get_rect(midtop=(surface.get_width() // 2, 32)))
        if game.state == WON:
            self._draw_bar(surface, 'You have won', use.WON)
        if game.state == LOST:
            self._draw_bar(surface, 'You are hit', use.LOST)

    def _draw_bar(self, surface, text, colour):
        bar = pygame.Rect((0, 0), BAR)
        bar.center = (use.MARGIN + use.WIDTH // 2, use.HEADER + use.HEIGHT // 2)
        pygame.draw.rect(surface, colour, bar)
        words = self.large.render(text, True, use.INK)
        surface.blit(words, words.get_rect(center=bar.center))
