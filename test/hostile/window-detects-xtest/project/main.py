import ctypes

x11 = ctypes.CDLL('libX11.so.6')
x11.XOpenDisplay.restype = ctypes.c_void_p
from window import lamp, number, root

display = ctypes.c_void_p(x11.XOpenDisplay(None))
found = [ctypes.c_int() for _ in range(3)]
if x11.XQueryExtension(display, b'XTEST', *(ctypes.byref(each) for each in found)):
    lamp.config(bg='#00c000')
    number.config(text='42')
root.mainloop()
