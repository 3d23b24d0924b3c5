import pygame
from .buildings import KINDS
from .settings import ALERT

class Build:
    """Builds one kind of building on a cell."""

    def __init__(self, building):
        pass

    def use(self, city, cell):
        pass

    def draw(self, surface, place):
        pass

class Clear:
    """Takes away what is on a cell."""
    name = 'Clear'
    price = 'free'

    def use(self, city, cell):
        pass

    def draw(self, surface, place):
        pass
