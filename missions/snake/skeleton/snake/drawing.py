import pygame
from .settings import BACKGROUND, BODY, CELL, COLUMNS, FIELD, HEAD, HEADER, MARGIN, ROWS, WALL

def draw_game(surface, game):
    pass

def fill(surface, colour, cell):
    pass
