import itertools

from record import listen
from window import number, root

NUMBERS = itertools.cycle(['17', '88', '42'])
clicked = False


def click(_):
    global clicked
    clicked = True


def hear(_):
    if clicked:
        root.after_idle(lambda: number.config(text=next(NUMBERS)))


root.bind('<Button-1>', click)
kept = listen(hear)
root.mainloop()
