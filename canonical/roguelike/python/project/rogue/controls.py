import pygame

from .directions import DOWN, LEFT, RIGHT, UP

STEPS = {pygame.K_UP: UP, pygame.K_DOWN: DOWN, pygame.K_LEFT: LEFT, pygame.K_RIGHT: RIGHT}
WAIT_KEY = pygame.K_SPACE
READ_KEY = pygame.K_r
NEW_KEY = pygame.K_n
