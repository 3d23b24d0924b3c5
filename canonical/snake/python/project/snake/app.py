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
        pygame.init()
        pygame.display.set_caption('Snake')
        self.surface = pygame.display.set_mode(SIZE)
        self.clock = pygame.time.Clock()
        self.hud = Hud()
        self.board = Board()
        self.scores = Scores()
        self.game = Game()
        self.shows_scores = False
        self.due = 0.0

    def run(self):
        while self.take_events():
            self.advance(self.clock.tick(FRAMES) / 1000)
            self.draw()

    def take_events(self):
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                return False
            if event.type == pygame.KEYDOWN:
                self.press(event.key)
        return True

    def press(self, key):
        if key in TURNS:
            self.game.turn(TURNS[key])
        elif key in ARENA_KEYS:
            self.game = Game(ARENA_KEYS[key])
            self.shows_scores = False
        elif key == SCORES_KEY:
            self.shows_scores = not self.shows_scores

    def advance(self, seconds):
        self.due += seconds * SPEED * (BOOST if is_boosting() else 1)
        if self.game.waits:
            self.due = 1.0
        while self.due >= 1:
            self.due -= 1
            if self.game.step():
                self.scores.add(self.game.score)

    def draw(self):
        if self.shows_scores:
            self.board.draw(self.surface, self.scores.best)
        else:
            draw_game(self.surface, self.game)
            self.hud.draw(self.surface, self.game)
        pygame.display.flip()


def run():
    App().run()
    pygame.quit()
