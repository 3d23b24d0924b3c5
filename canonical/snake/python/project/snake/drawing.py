import pygame

from .settings import BACKGROUND, BODY, CELL, COLUMNS, FIELD, HEAD, HEADER, MARGIN, ROWS, WALL

SIZE = (COLUMNS * CELL + 2 * MARGIN, ROWS * CELL + HEADER + MARGIN)


def draw_game(surface, game):
    surface.fill(BACKGROUND)
    pygame.draw.rect(surface, FIELD, (MARGIN, HEADER, COLUMNS * CELL, ROWS * CELL))
    for cell in game.arena.walls:
        fill(surface, WALL, cell)
    fill(surface, game.item.colour, game.item.cell)
    for cell in game.body.cells[1:]:
        fill(surface, BODY, cell)
    fill(surface, HEAD, game.body.head)


def fill(surface, colour, cell):
    column, row = cell
    pygame.draw.rect(surface, colour, (MARGIN + column * CELL + 1, HEADER + row * CELL + 1, CELL - 2, CELL - 2))
