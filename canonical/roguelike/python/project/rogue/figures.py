import pygame

from . import settings as use


def draw_player(surface, cell):
    body(surface, cell, use.PLAYER)
    eyes(surface, cell)


def draw_orc(surface, cell):
    x, y, size, _ = cell
    body(surface, cell, use.ORC)
    for left in (x + 2, x + size - 6):
        pygame.draw.polygon(surface, use.ORC, [(left, y + 7), (left + 2, y), (left + 4, y + 7)])
    eyes(surface, cell)


def draw_mage(surface, cell):
    x, y, size, _ = cell
    robe = [(x + size // 2, y), (x + size - 3, y + size - 2), (x + 2, y + size - 2)]
    pygame.draw.polygon(surface, use.MAGE, robe)
    eyes(surface, cell)


def draw_scroll(surface, cell):
    x, y, size, _ = cell
    surface.fill(use.SCROLL, (x + 3, y + 4, size - 6, size - 8))
    surface.fill(use.RIBBON, (x + size // 2 - 1, y + 4, 3, size - 8))


def body(surface, cell, colour):
    pygame.draw.ellipse(surface, colour, pygame.Rect(cell).inflate(-4, -3))


def eyes(surface, cell):
    x, y, size, _ = cell
    for left in (x + size // 2 - 4, x + size // 2 + 2):
        surface.fill(use.EYE, (left, y + size // 2 - 2, 2, 3))


FIGURES = {'you': draw_player, 'orc': draw_orc, 'mage': draw_mage, 'scroll': draw_scroll}
