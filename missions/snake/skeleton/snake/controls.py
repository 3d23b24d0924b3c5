import pygame
from .directions import DOWN, LEFT, RIGHT, UP

def is_boosting():
    pass
