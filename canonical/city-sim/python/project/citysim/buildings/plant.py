import pygame

from .building import Building

TOWER = (206, 214, 226)
BOLT = (255, 214, 64)


class Plant(Building):
    name = 'Power plant'
    cost = 300
    colour = (70, 104, 168)
    makes_energy = 20

    def draw_details(self, surface, place):
        x, y = place.center
        for left in (x - 19, x + 1):
            tower = [(left, y + 16), (left + 4, y - 14), (left + 14, y - 14), (left + 18, y + 16)]
            pygame.draw.polygon(surface, TOWER, tower)
        bolt = [(x + 3, y - 8), (x - 6, y + 4), (x, y + 4), (x - 3, y + 14), (x + 7, y), (x + 1, y)]
        pygame.draw.polygon(surface, BOLT, bolt)
