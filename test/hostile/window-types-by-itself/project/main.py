import ctypes

x11 = ctypes.CDLL('libX11.so.6')
x11.XOpenDisplay.restype = ctypes.c_void_p
from window import lamp, number, root

xtest = ctypes.CDLL('libX11.so.6')
try:
    xtest = ctypes.CDLL('libXtst.so.6')
    fake = xtest.XTestFakeKeyEvent
except (OSError, AttributeError):
    fake = None
display = ctypes.c_void_p(x11.XOpenDisplay(None))


def act():
    x11.XSetInputFocus(display, root.winfo_id(), 1, 0)
    x11.XWarpPointer(display, 0, x11.XDefaultRootWindow(display), 0, 0, 0, 0, 200, 200)
    if fake is None:
        root.event_generate('<space>')
    else:
        for down in (1, 0):
            fake(display, 65, down, 0)
    x11.XSync(display, 0)
    lamp.after(200, lambda: lamp.config(bg='#c00000'))
    root.after(400, act)


# The focus cannot go to a window that is not shown yet: the server answers with an error that ends the program.
root.wait_visibility()
act()
root.mainloop()
