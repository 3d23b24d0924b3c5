import pygame

from .building import Building

ROOF = (158, 56, 44)
WALL = (250, 240, 222)
DOOR = (112, 74, 48)


class House(Building):
    name = 'House'
    cost = 100
    colour = (232, 178, 104)
    needs_energy = 5
    taxes = 10

    def draw_details(self, surface, place):
        x, y = place.center
        pygame.draw.rect(surface, WALL, (x - 13, y - 2, 26, 18))
        pygame.draw.polygon(surface, ROOF, [(x - 18, y - 1), (x, y - 18), (x + 18, y - 1)])
        pygame.draw.rect(surface, DOOR, (x - 4, y + 5, 8, 11))
