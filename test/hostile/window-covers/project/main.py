import tkinter

from window import root

cover = tkinter.Toplevel(root, bg='#00c000')
cover.overrideredirect(True)
cover.geometry('1280x800+0+0')
tkinter.Label(cover, text='42', font=('Helvetica', 32), bg='white').place(x=150, y=10, width=120, height=60)


def rise():
    cover.lift()
    root.after(1, rise)


rise()
root.mainloop()
