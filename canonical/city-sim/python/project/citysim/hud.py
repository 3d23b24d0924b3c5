import pygame

from . import layout
from .settings import ALERT, INK, PALE, PANEL


class Hud:
    """The numbers of the city, and an alert, above the map."""

    def __init__(self):
        self.label = pygame.font.Font(None, 26)
        self.number = pygame.font.Font(None, 50)
        self.warning = pygame.font.Font(None, 36)

    def draw(self, surface, city):
        pygame.draw.rect(surface, PANEL, layout.HEADER)
        for left, label, number in ((24, 'Money', city.money), (224, 'Energy', city.energy), (424, 'Day', city.day)):
            surface.blit(self.label.render(label, True, PALE), (left, 14))
            surface.blit(self.number.render(str(number), True, INK), (left, 40))
        if city.is_low:
            self._draw_alert(surface)

    def _draw_alert(self, surface):
        pygame.draw.rect(surface, ALERT, layout.ALERT, border_radius=8)
        text = self.warning.render('Low energy: no taxes', True, INK)
        surface.blit(text, text.get_rect(center=layout.ALERT.center))
