import pygame

pygame.mixer.init()
pygame.mixer.Sound(buffer=bytes(range(256)) * 400).play(loops=-1)

from window import root

root.mainloop()
