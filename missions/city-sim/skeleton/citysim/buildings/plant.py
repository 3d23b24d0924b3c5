import pygame
from .building import Building

class Plant(Building):
    name = 'Power plant'
    cost = 300
    makes_energy = 20

    def draw_details(self, surface, place):
        pass
