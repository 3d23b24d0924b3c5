import random

from window import root


def resize():
    x, y = random.randint(-50, 700), random.randint(-50, 500)
    root.geometry(f'{random.randint(40, 900)}x{random.randint(40, 700)}+{max(0, x)}+{max(0, y)}')
    root.after(3, resize)


resize()
root.mainloop()
