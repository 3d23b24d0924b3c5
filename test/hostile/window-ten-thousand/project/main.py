import random

import ctypes

x11 = ctypes.CDLL('libX11.so.6')
x11.XOpenDisplay.restype = ctypes.c_void_p
from window import root

root.update()
display = ctypes.c_void_p(x11.XOpenDisplay(None))
screen = x11.XDefaultRootWindow(display)
for _ in range(10_000):
    x, y = random.randint(0, 1200), random.randint(0, 700)
    x11.XMapWindow(display, x11.XCreateSimpleWindow(display, screen, x, y, 40, 40, 0, 0, 0xFFFFFF))
x11.XSync(display, 0)
root.mainloop()
