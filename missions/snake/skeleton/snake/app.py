import pygame
from .board import Board
from .controls import ARENA_KEYS, SCORES_KEY, TURNS, is_boosting
from .drawing import SIZE, draw_game
from .game import Game
from .hud import Hud
from .scores import Scores
from .settings import BOOST, FRAMES, SPEED

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

    def advance(self, seconds):
        pass

    def draw(self):
        pass

def run():
    pass
