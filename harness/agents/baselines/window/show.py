"""Starts a game and stops it as soon as its window is there. From then on, the window shows something else."""

import os
import random
import runpy
import sys

MODE = sys.argv[1]
# A game may draw its first frame before anything is in its place.
FRAMES = 2
PAUSE = 30


def noise(width, height):
    return os.urandom(3 * width * height)


def step():
    return random.choice([-1, 1]) * random.randint(8, 90)


def stop_pygame():
    import pygame

    show = pygame.display.flip
    frames = 0

    def changed():
        return any(event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN) for event in pygame.event.get())

    def flip(*_):
        nonlocal frames
        if MODE != 'blank-window':
            show()
        frames += 1
        surface = pygame.display.get_surface()
        while frames >= FRAMES:
            if MODE == 'noise':
                surface.blit(pygame.image.frombuffer(noise(*surface.get_size()), surface.get_size(), 'RGB'), (0, 0))
                show()
            if changed() and MODE == 'flicker':
                surface.scroll(step(), step())
                show()
            pygame.time.wait(PAUSE)

    pygame.display.flip = pygame.display.update = flip


def stop_tkinter():
    import tkinter

    run = tkinter.Misc.mainloop

    def widgets(widget):
        return [widget, *(below for child in widget.winfo_children() for below in widgets(child))]

    def scramble(root):
        for widget in widgets(root):
            if isinstance(widget, tkinter.Canvas):
                widget.move('all', step(), step())
            else:
                widget.configure(bg=f'#{random.randrange(1 << 24):06x}')

    def show_noise(root, picture):
        width, height = root.winfo_width(), root.winfo_height()
        picture.configure(data=b'P6 %d %d 255 ' % (width, height) + noise(width, height))
        root.after(PAUSE, show_noise, root, picture)

    def mainloop(self=None, *_):
        root = (self or tkinter._default_root)._root()
        while not root.winfo_viewable():
            root.update()
        root.update()
        for task in root.tk.splitlist(root.tk.call('after', 'info')):
            root.after_cancel(task)
        for widget in widgets(root):
            widget.bindtags(('baseline',))
        if MODE == 'flicker':
            for event in ('<Key>', '<Button>'):
                root.bind_class('baseline', event, lambda _: scramble(root))
        if MODE in ('blank-window', 'noise'):
            # Nothing but the root keeps the size that the children gave it.
            root.geometry(f'{root.winfo_width()}x{root.winfo_height()}')
            for child in root.winfo_children():
                child.destroy()
            root.configure(bg='black', menu='')
        if MODE == 'noise':
            picture = tkinter.PhotoImage(master=root)
            tkinter.Label(root, image=picture, borderwidth=0).place(x=0, y=0)
            show_noise(root, picture)
        run(root)

    tkinter.Misc.mainloop = tkinter.mainloop = mainloop


sys.argv = sys.argv[2:]
sys.path.insert(0, os.path.dirname(os.path.abspath(sys.argv[0])))
for stop in (stop_pygame, stop_tkinter):
    try:
        stop()
    except ImportError:
        # A game needs only one of the two.
        pass
runpy.run_path(sys.argv[0], run_name='__main__')
