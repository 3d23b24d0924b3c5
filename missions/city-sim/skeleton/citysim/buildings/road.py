import pygame
from .building import Building

class Road(Building):
    name = 'Road'
    cost = 10
    is_road = True
    needs_road = False

    def draw(self, surface, place):
        pass

    def draw_details(self, surface, place):
        pass
