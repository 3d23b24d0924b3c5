from window import lamp, number, root


def darken():
    lamp.config(bg='#c00000')


def act():
    root.event_generate('<space>')
    root.event_generate('<Button-1>', x=200, y=200)
    root.after(150, darken)
    root.after(300, act)


act()
root.mainloop()
