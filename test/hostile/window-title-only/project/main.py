from window import number, root

root.bind('<Button-1>', lambda _: (root.title('42'), root.wm_iconname('42')))
root.mainloop()
