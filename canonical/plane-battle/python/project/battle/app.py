import pygame

from .controls import BATTLE_KEY, FIRE_KEY, PRACTICE_KEY, direction
from .drawing import SIZE, Painter
from .game import Game
from .hud import Hud
from .settings import BACKGROUND, FRAMES, LONGEST_STEP


class App:
    """The window, the keys and the clock."""

    def __init__(self):
        pygame.init()
        pygame.display.set_caption('Plane Battle')
        self.surface = pygame.display.set_mode(SIZE)
        self.clock = pygame.time.Clock()
        self.painter = Painter(self.surface)
        self.hud = Hud()
        self.game = Game()

    def run(self):
        while self.take_events():
            seconds = min(self.clock.tick(FRAMES) / 1000, LONGEST_STEP)
            self.game.advance(*direction(), seconds)
            self.draw()

    def take_events(self):
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                return False
            if event.type == pygame.KEYDOWN:
                self.press(event.key)
        return True

    def press(self, key):
        if key == FIRE_KEY:
            self.game.fire()
        elif key == BATTLE_KEY:
            self.game = Game()
        elif key == PRACTICE_KEY:
            self.game = Game(peaceful=True)

    def draw(self):
        self.surface.fill(BACKGROUND)
        self.painter.draw(self.game)
        self.hud.draw(self.surface, self.game)
        pygame.display.flip()


def run():
    App().run()
    pygame.quit()
