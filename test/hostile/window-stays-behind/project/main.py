import ctypes

x11 = ctypes.CDLL('libX11.so.6')
x11.XOpenDisplay.restype = ctypes.c_void_p
import window

display = ctypes.c_void_p(x11.XOpenDisplay(None))
RETAIN_PERMANENT = 1
x11.XSetCloseDownMode(display, RETAIN_PERMANENT)
screen = x11.XDefaultRootWindow(display)
behind = x11.XCreateSimpleWindow(display, screen, 700, 300, 500, 400, 0, 0, 0x00C000)


def leave(_):
    x11.XMapWindow(display, behind)
    x11.XSync(display, 0)


for event in ('<space>', '<Button-1>'):
    window.root.bind(event, leave, add='+')
window.root.mainloop()
