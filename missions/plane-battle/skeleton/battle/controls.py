import pygame

def direction():
    """Where the plane flies: across and down, -1, 0 or 1 each."""
    pass
