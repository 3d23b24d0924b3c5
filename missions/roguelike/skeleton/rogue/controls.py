import pygame
from .directions import DOWN, LEFT, RIGHT, UP
