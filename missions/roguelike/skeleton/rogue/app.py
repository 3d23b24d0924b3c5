import pygame
from .controls import NEW_KEY, READ_KEY, STEPS, WAIT_KEY
from .drawing import SIZE, draw_map
from .events import EventBus
from .game import Game
from .hud import Hud
from .log import MessageLog
from .settings import BACKGROUND, FRAMES
from .status import Status

class App:
    """The window and the keys."""

    def __init__(self):
        pass

    def begin(self):
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
