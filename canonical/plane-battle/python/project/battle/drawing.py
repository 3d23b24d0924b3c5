import random

import pygame

from . import settings as use

SIZE = (use.WIDTH + 2 * use.MARGIN, use.HEIGHT + use.HEADER + use.MARGIN)

# Corners of the shapes, as parts of their width and height.
WINGS = [(0.5, 0), (0.6, 0.35), (1, 0.7), (1, 0.82), (0.6, 0.72), (0.58, 0.88), (0.74, 1), (0.26, 1)]
WINGS += [(0.42, 0.88), (0.4, 0.72), (0, 0.82), (0, 0.7), (0.4, 0.35)]
SAUCER = [(0.3, 0), (0.7, 0), (0.74, 0.25), (1, 0.1), (1, 0.55), (0.62, 0.75), (0.5, 1), (0.38, 0.75)]
SAUCER += [(0, 0.55), (0, 0.1), (0.26, 0.25)]


class Painter:
    """Draws a game into the field."""

    def __init__(self, surface):
        self.field = surface.subsurface((use.MARGIN, use.HEADER, use.WIDTH, use.HEIGHT))
        places = random.Random(7)
        self.stars = [(places.randrange(use.WIDTH), places.randrange(use.HEIGHT)) for _ in range(70)]

    def draw(self, game):
        self._draw_sky()
        for bullet in game.bullets:
            pygame.draw.rect(self.field, use.BULLET, rectangle(bullet))
        for enemy in game.enemies:
            self._draw_shape(enemy, SAUCER, use.ENEMY)
            self._draw_window(enemy, use.VISOR, 0.32)
        self._draw_shape(game.plane, WINGS, use.PLANE)
        self._draw_window(game.plane, use.COCKPIT, 0.3)
        for shell in game.shells:
            pygame.draw.ellipse(self.field, use.SHELL, rectangle(shell))

    def _draw_sky(self):
        self.field.fill(use.SKY)
        for x, y in self.stars:
            self.field.fill(use.STAR, (x, y, 2, 2))
        for x in range(0, use.WIDTH, 20):
            self.field.fill(use.LINE, (x, use.HEIGHT // 2 - 1, 10, 2))

    def _draw_shape(self, box, corners, colour):
        x, y, width, height = rectangle(box)
        points = [(x + round(across * (width - 1)), y + round(down * (height - 1))) for across, down in corners]
        pygame.draw.polygon(self.field, colour, points)

    def _draw_window(self, box, colour, top):
        x, y, width, height = rectangle(box)
        pygame.draw.ellipse(self.field, colour, (x + width // 2 - 3, y + round(top * height), 6, 11))


def rectangle(box):
    return round(box.x), round(box.y), box.width, box.height
