import pygame

from . import layout
from .calendar import Calendar
from .city import City
from .economy import next_day
from .hud import Hud
from .map_view import MapView
from .menu import Menu
from .settings import BACKGROUND, FRAMES

NEXT_DAY = pygame.K_n
RUN = pygame.K_SPACE


class App:
    """The window, the events and the clock."""

    def __init__(self):
        pygame.init()
        pygame.display.set_caption('City Sim')
        self.surface = pygame.display.set_mode(layout.SIZE)
        self.clock = pygame.time.Clock()
        self.city = City()
        self.calendar = Calendar()
        self.menu = Menu()
        self.hud = Hud()
        self.map = MapView()

    def run(self):
        while self.take_events():
            self.calendar.advance(self.clock.tick(FRAMES) / 1000, self.city)
            self.draw()

    def take_events(self):
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                return False
            if event.type == pygame.KEYDOWN:
                self.press(event.key)
            if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
                self.click(event.pos)
        return True

    def press(self, key):
        if key == NEXT_DAY:
            next_day(self.city)
        elif key == RUN:
            self.calendar.toggle()

    def click(self, point):
        cell = layout.cell_at(point)
        if cell is None:
            self.menu.click(point)
        elif self.menu.chosen is not None:
            self.menu.chosen.use(self.city, cell)

    def draw(self):
        self.surface.fill(BACKGROUND)
        self.map.draw(self.surface, self.city, pygame.mouse.get_pos())
        self.menu.draw(self.surface)
        self.hud.draw(self.surface, self.city)
        pygame.display.flip()


def run():
    App().run()
    pygame.quit()
