import pygame
from .controls import BATTLE_KEY, FIRE_KEY, PRACTICE_KEY, direction
from .drawing import SIZE, Painter
from .game import Game
from .hud import Hud
from .settings import BACKGROUND, FRAMES, LONGEST_STEP

class App:
    """The window, the keys and the clock."""

    def __init__(self):
        pass

    def run(self):
        pass

    def take_events(self):
        pass

    def press(self, key):
        pass

    def draw(self):
        pass

def run():
    pass
