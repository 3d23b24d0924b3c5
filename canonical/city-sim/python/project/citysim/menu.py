import pygame

from . import layout
from .settings import BUTTON, CELL, CHOSEN, INK, PALE, PANEL
from .tools import TOOLS


class Menu:
    """A button for each tool. At most one of them is chosen."""

    def __init__(self):
        self.chosen = None
        self.name = pygame.font.Font(None, 24)
        self.price = pygame.font.Font(None, 23)

    def click(self, point):
        for index, tool in enumerate(TOOLS):
            if layout.button(index).collidepoint(point):
                self.chosen = tool

    def draw(self, surface):
        pygame.draw.rect(surface, PANEL, layout.MENU)
        for index, tool in enumerate(TOOLS):
            self._draw_button(surface, layout.button(index), tool)

    def _draw_button(self, surface, place, tool):
        pygame.draw.rect(surface, BUTTON, place, border_radius=8)
        if tool is self.chosen:
            pygame.draw.rect(surface, CHOSEN, place, width=4, border_radius=8)
        tool.draw(surface, pygame.Rect(place.left + 10, place.top + 12, CELL, CELL))
        surface.blit(self.name.render(tool.name, True, INK), (place.left + 74, place.top + 20))
        surface.blit(self.price.render(tool.price, True, PALE), (place.left + 74, place.top + 44))
