import pygame
from .building import Building

class House(Building):
    name = 'House'
    cost = 100
    needs_energy = 5
    taxes = 10

    def draw_details(self, surface, place):
        pass
