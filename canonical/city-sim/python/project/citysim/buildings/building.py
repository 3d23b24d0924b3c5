import pygame


class Building:
    """A kind of building. A new one is a class like this, and an entry in the list of kinds."""

    name = ''
    cost = 0
    colour = (0, 0, 0)
    is_road = False
    needs_road = True
    makes_energy = 0
    needs_energy = 0
    taxes = 0

    def draw(self, surface, place):
        pygame.draw.rect(surface, self.colour, place.inflate(-4, -4), border_radius=6)
        self.draw_details(surface, place)

    def draw_details(self, surface, place):
        pass
