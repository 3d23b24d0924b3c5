import pygame
from . import settings as use

def draw_player(surface, cell):
    pass

def draw_orc(surface, cell):
    pass

def draw_mage(surface, cell):
    pass

def draw_scroll(surface, cell):
    pass

def body(surface, cell, colour):
    pass

def eyes(surface, cell):
    pass
