import pygame

from .buildings import KINDS
from .settings import ALERT


class Build:
    """Builds one kind of building on a cell."""

    def __init__(self, building):
        self.building = building
        self.name = building.name
        self.price = str(building.cost)

    def use(self, city, cell):
        city.build(cell, self.building)

    def draw(self, surface, place):
        self.building.draw(surface, place)


class Clear:
    """Takes away what is on a cell."""

    name = 'Clear'
    price = 'free'

    def use(self, city, cell):
        city.clear(cell)

    def draw(self, surface, place):
        inner = place.inflate(-28, -28)
        pygame.draw.line(surface, ALERT, inner.topleft, inner.bottomright, 7)
        pygame.draw.line(surface, ALERT, inner.topright, inner.bottomleft, 7)


TOOLS = (*(Build(building) for building in KINDS), Clear())
