import pygame

from .building import Building

STRIPE = (222, 224, 228)


class Road(Building):
    name = 'Road'
    cost = 10
    colour = (84, 90, 104)
    is_road = True
    needs_road = False

    def draw(self, surface, place):
        pygame.draw.rect(surface, self.colour, place)
        self.draw_details(surface, place)

    def draw_details(self, surface, place):
        for turn in ((8, 2), (2, 8)):
            for side in (-18, 18):
                shift = (side, 0) if turn[0] > turn[1] else (0, side)
                stripe = pygame.Rect((0, 0), turn)
                stripe.center = (place.centerx + shift[0], place.centery + shift[1])
                pygame.draw.rect(surface, STRIPE, stripe)
