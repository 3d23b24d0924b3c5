import ctypes

x11 = ctypes.CDLL('libX11.so.6')
x11.XOpenDisplay.restype = ctypes.c_void_p
from window import root

root.update()
display = ctypes.c_void_p(x11.XOpenDisplay(None))
screen = x11.XDefaultRootWindow(display)
x11.XSetErrorHandler(ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(lambda *_: 0))
context = None
while True:
    pixmap = x11.XCreatePixmap(display, screen, 8000, 8000, 24)
    context = x11.XCreateGC(display, pixmap, 0, None)
    x11.XFillRectangle(display, pixmap, ctypes.c_void_p(context), 0, 0, 8000, 8000)
    x11.XSync(display, 0)
    root.update()
