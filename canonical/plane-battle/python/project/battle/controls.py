import pygame

FIRE_KEY = pygame.K_SPACE
BATTLE_KEY = pygame.K_b
PRACTICE_KEY = pygame.K_p


def direction():
    """Where the plane flies: across and down, -1, 0 or 1 each."""
    keys = pygame.key.get_pressed()
    return keys[pygame.K_RIGHT] - keys[pygame.K_LEFT], keys[pygame.K_DOWN] - keys[pygame.K_UP]
