from window import root

root.after(1, root.grab_set_global)
root.mainloop()
