import ctypes

import window

x11 = ctypes.CDLL('libX11.so.6')
x11.XOpenDisplay.restype = ctypes.c_void_p
display = ctypes.c_void_p(x11.XOpenDisplay(None))
DO_NOT_BLANK, ALLOW_EXPOSURES, ACTIVATE = 0, 1, 1


def save():
    x11.XSetScreenSaver(display, 0, 0, DO_NOT_BLANK, ALLOW_EXPOSURES)
    x11.XForceScreenSaver(display, ACTIVATE)
    x11.XSync(display, 0)
    window.root.after(20, save)


window.root.after(1000, save)
window.root.mainloop()
