import pygame
from . import layout
from .calendar import Calendar
from .city import City
from .economy import next_day
from .hud import Hud
from .map_view import MapView
from .menu import Menu
from .settings import BACKGROUND, FRAMES

class App:
    """The window, the events and the clock."""

    def __init__(self):
        pass

    def run(self):
        pass

    def take_events(self):
        pass

    def press(self, key):
        pass

    def click(self, point):
        pass

    def draw(self):
        pass

def run():
    pass
