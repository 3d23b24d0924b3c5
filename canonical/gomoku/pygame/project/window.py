"""The window: draws the game, takes the clicks, calls the machine."""
import threading
import time

import pygame

import machine
from rules import Game, SIZE, BLACK, WHITE

WIDTH, HEIGHT = 1060, 700

# the board: a square of wood with the crossings in it
BOARD = pygame.Rect(20, 20, 660, 660)
STEP = 44
FIRST_X = BOARD.x + (BOARD.width - (SIZE - 1) * STEP) // 2
FIRST_Y = BOARD.y + (BOARD.height - (SIZE - 1) * STEP) // 2
RADIUS = 18

# the panel to the right of it
PANEL_X, PANEL_W = 710, 320
NEW_BUTTON = pygame.Rect(PANEL_X, 330, PANEL_W, 64)
WHITE_BUTTON = pygame.Rect(PANEL_X, 420, PANEL_W, 64)

GROUND = (233, 236, 239)
INK = (24, 40, 72)
SOFT = (96, 106, 120)
WOOD = (214, 168, 98)
LINE = (122, 84, 38)
BLACK_STONE = (16, 16, 18)
BLACK_RIM = (70, 62, 54)
WHITE_STONE = (250, 250, 250)
WHITE_RIM = (120, 110, 98)
MARK = (214, 44, 44)
BUTTON = (52, 94, 148)
BUTTON_HOVER = (68, 114, 174)
BUTTON_INK = (255, 255, 255)

THINK_SECONDS = 0.9
PAUSE_SECONDS = 0.25       # so that a player sees the stone just set first


def smooth_disc(fill, rim):
    big, size = 8, 2 * RADIUS + 2
    image = pygame.Surface((size * big, size * big), pygame.SRCALPHA)
    image.fill((*rim, 0))
    middle = (size * big // 2, size * big // 2)
    pygame.draw.circle(image, rim, middle, RADIUS * big)
    pygame.draw.circle(image, fill, middle, int((RADIUS - 1.5) * big))
    return pygame.transform.smoothscale(image, (size, size))


class Thinking:
    """One choice of the machine, made in the background."""

    def __init__(self, game):
        self.cells = list(game.cells)
        self.colour = game.turn
        self.started = time.monotonic()
        self.cancelled = False
        self.answer = None
        threading.Thread(target=self._work, daemon=True).start()

    def _work(self):
        self.answer = machine.choose(self.cells, self.colour, THINK_SECONDS,
                                     lambda: self.cancelled)

    @property
    def ready(self):
        return (self.answer is not None
                and time.monotonic() - self.started >= PAUSE_SECONDS)


class Window:
    def __init__(self):
        pygame.display.init()
        pygame.font.init()
        pygame.display.set_caption("Gomoku")
        self.screen = pygame.display.set_mode((WIDTH, HEIGHT))
        self.big = pygame.font.Font(None, 56)
        self.huge = pygame.font.Font(None, 84)
        self.middle = pygame.font.Font(None, 36)
        self.small = pygame.font.Font(None, 28)
        self.discs = {BLACK: smooth_disc(BLACK_STONE, BLACK_RIM),
                      WHITE: smooth_disc(WHITE_STONE, WHITE_RIM)}
        self.game = Game()
        self.machine_is_white = True
        self.thinking = None

    # ---- what the person does ------------------------------------------

    def click(self, position):
        if NEW_BUTTON.collidepoint(position):
            self.stop_thinking()
            self.game.new()
        elif WHITE_BUTTON.collidepoint(position):
            self.stop_thinking()
            self.machine_is_white = not self.machine_is_white
        elif BOARD.collidepoint(position):
            if not self.machine_to_move():
                self.game.set(*self.nearest(position))

    @staticmethod
    def nearest(position):
        column = (position[0] - FIRST_X + STEP // 2) // STEP
        row = (position[1] - FIRST_Y + STEP // 2) // STEP
        return (min(max(column, 0), SIZE - 1), min(max(row, 0), SIZE - 1))

    # ---- the machine ----------------------------------------------------

    def machine_to_move(self):
        return (self.machine_is_white and self.game.turn == WHITE
                and not self.game.over)

    def stop_thinking(self):
        if self.thinking:
            self.thinking.cancelled = True
            self.thinking = None

    def let_machine_move(self):
        if not self.machine_to_move():
            return
        if self.thinking is None:
            self.thinking = Thinking(self.game)
        elif self.thinking.ready:
            answer, self.thinking = self.thinking.answer, None
            self.game.set(*answer)

    # ---- drawing --------------------------------------------------------

    @staticmethod
    def centre(column, row):
        return FIRST_X + column * STEP, FIRST_Y + row * STEP

    def draw(self):
        self.screen.fill(GROUND)
        self.draw_board()
        self.draw_panel()
        pygame.display.flip()

    def draw_board(self):
        screen, game = self.screen, self.game
        pygame.draw.rect(screen, WOOD, BOARD)
        for i in range(SIZE):
            pygame.draw.line(screen, LINE, self.centre(0, i),
                             self.centre(SIZE - 1, i))
            pygame.draw.line(screen, LINE, self.centre(i, 0),
                             self.centre(i, SIZE - 1))
        for column, row in ((3, 3), (11, 3), (7, 7), (3, 11), (11, 11)):
            pygame.draw.circle(screen, LINE, self.centre(column, row), 4)
        for row in range(SIZE):
            for column in range(SIZE):
                colour = game.at(column, row)
                if colour:
                    x, y = self.centre(column, row)
                    disc = self.discs[colour]
                    screen.blit(disc, (x - disc.get_width() // 2,
                                       y - disc.get_height() // 2))
        marked = game.winning or ([game.last] if game.last else [])
        for column, row in marked:
            pygame.draw.circle(screen, MARK, self.centre(column, row), 4)

    def write(self, font, text, ink, ground, **place):
        image = font.render(text, True, ink, ground)
        self.screen.blit(image, image.get_rect(**place))

    def draw_panel(self):
        game = self.game
        self.write(self.big, game.text(), INK, GROUND,
                   topleft=(PANEL_X, 60))
        self.write(self.small, "Stones on the board", SOFT, GROUND,
                   topleft=(PANEL_X, 150))
        self.write(self.huge, str(game.stones), INK, GROUND,
                   topleft=(PANEL_X, 185))
        setter = "machine" if self.machine_is_white else "person"
        for box, label in ((NEW_BUTTON, "New game"),
                           (WHITE_BUTTON, "White: " + setter)):
            hover = box.collidepoint(pygame.mouse.get_pos())
            ground = BUTTON_HOVER if hover else BUTTON
            pygame.draw.rect(self.screen, ground, box, border_radius=8)
            self.write(self.middle, label, BUTTON_INK, ground,
                       center=box.center)
        self.write(self.small, "Click to change who sets white.", SOFT,
                   GROUND, topleft=(PANEL_X, 496))

    # ---- the loop -------------------------------------------------------

    def run(self):
        clock = pygame.time.Clock()
        running = True
        while running:
            for event in pygame.event.get():
                if event.type == pygame.QUIT:
                    running = False
                elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
                    self.click(event.pos)
            self.let_machine_move()
            self.draw()
            clock.tick(30)
        self.stop_thinking()
        pygame.quit()
