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
        pygame.init()
        pygame.display.set_caption('Roguelike')
        self.surface = pygame.display.set_mode(SIZE)
        self.clock = pygame.time.Clock()
        self.bus = EventBus()
        self.hud = Hud(Status(self.bus), MessageLog(self.bus))
        self.begin()

    def begin(self):
        self.game = Game(self.bus)
        self.bus.tell('game', turn=self.game.turn, player=self.game.player)

    def run(self):
        self.draw()
        while self.take_events():
            self.clock.tick(FRAMES)

    def take_events(self):
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                return False
            if event.type == pygame.KEYDOWN:
                self.press(event.key)
            self.draw()
        return True

    def press(self, key):
        if key in STEPS:
            self.game.move(STEPS[key])
        elif key == WAIT_KEY:
            self.game.wait()
        elif key == READ_KEY:
            self.game.read()
        elif key == NEW_KEY:
            self.begin()

    def draw(self):
        self.surface.fill(BACKGROUND)
        draw_map(self.surface, self.game)
        self.hud.draw(self.surface)
        pygame.display.flip()


def run():
    App().run()
    pygame.quit()
