import pygame

class Building:
    """A kind of building. A new one is a class like this, and an entry in the list of kinds."""
    name = ''
    cost = 0
    is_road = False
    needs_road = True
    makes_energy = 0
    needs_energy = 0
    taxes = 0

    def draw(self, surface, place):
        pass

    def draw_details(self, surface, place):
        pass
