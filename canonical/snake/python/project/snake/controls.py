import pygame

from .directions import DOWN, LEFT, RIGHT, UP

TURNS = {pygame.K_UP: UP, pygame.K_DOWN: DOWN, pygame.K_LEFT: LEFT, pygame.K_RIGHT: RIGHT}
ARENA_KEYS = {pygame.K_1: 'box', pygame.K_2: 'tunnel', pygame.K_3: 'maze'}
SCORES_KEY = pygame.K_l
BOOST_KEY = pygame.K_SPACE


def is_boosting():
    return pygame.key.get_pressed()[BOOST_KEY]
