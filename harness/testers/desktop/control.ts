import type { Control } from '../../contracts/types.ts'

const MAIN = `import tkinter

root = tkinter.Tk()
root.geometry('200x100')
tkinter.Label(root, text='Control').pack()
root.mainloop()
`

/** A window with a word, by which a control of the machine is judged. */
export const CONTROL: Control = {
  testcodes: {},
  project: { files: [{ path: 'main.py', content: MAIN }], launch: { run: ['python3', 'main.py'] } },
}
