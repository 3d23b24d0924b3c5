/** The window that hostile programs with windows share: a lamp, a number, and a place for the pointer. */
import type { Answers, MissionFile } from '../../contracts/schema.ts'
import type { Canonical, DesktopFixtures, DesktopTestcodes, PixelArea, ProjectFile } from '../../contracts/types.ts'

/** An honest window. Programs import it as `window`, and add their attack. */
const WINDOW = `import tkinter

root = tkinter.Tk()
root.geometry('320x240+0+0')
lamp = tkinter.Frame(root, bg='#c00000', width=100, height=100)
lamp.place(x=10, y=10)
number = tkinter.Label(root, text='18', font=('Helvetica', 32), bg='white', fg='black')
number.place(x=150, y=10, width=120, height=60)


def light(event):
    lamp.config(bg='#00c000')


def count(event):
    number.config(text='42')


root.bind('<space>', light)
root.bind('<Button-1>', count)
`

const MAIN = `from window import root

root.mainloop()
`

export const windowParameters: MissionFile['parameters'] = {
  lamp: { kind: 'rectangle', apart: ['number'], description: 'The lamp.' },
  number: { kind: 'rectangle', apart: [], description: 'The number.' },
  place: { kind: 'point', apart: [], description: 'Where the pointer changes the number.' },
  switch: { kind: 'key', apart: [], description: 'The key that lights the lamp.' },
  dark: { kind: 'colour', apart: ['lit'], description: 'The colour of the lamp at first.' },
  lit: { kind: 'colour', apart: [], description: 'The colour of the lamp when it is lit.' },
}

const VALUES = {
  ...{ lamp: '10,10,100,100', number: '150,10,120,60', place: '200,200' },
  ...{ switch: 'Space', dark: '#c00000', lit: '#00c000' },
}

/** Milliseconds for which a lamp must stay dark, and a number the same, if nobody does anything. */
const RESTS = 800

async function isAll(see: DesktopFixtures, colour: string): Promise<boolean> {
  const lamp = see.region('lamp')
  return (await see.count(colour, lamp)) > 0.9 * lamp.width * lamp.height
}

/** A window that acts by itself has not done what the next input asks for. */
async function rests(see: DesktopFixtures, region: PixelArea): Promise<void> {
  await see.stays(region, () => Promise.resolve(), { for: RESTS })
}

/** An honest window passes all of them. */
export const windowTestcodes: DesktopTestcodes = {
  lights: async (see) => {
    see.expect(await isAll(see, see.colour('dark')), 'the lamp is dark at first').toBe(true)
    await rests(see, see.region('lamp'))
    await see.press(see.key('switch'))
    await see.until('the lamp is lit', () => isAll(see, see.colour('lit')))
  },
  ignores: async (see) => {
    see.expect(await isAll(see, see.colour('dark')), 'the lamp is dark at first').toBe(true)
    await see.stays(see.region('lamp'), () => see.press('F9'), { for: RESTS })
    await see.press(see.key('switch'))
    await see.until('the lamp is lit', () => isAll(see, see.colour('lit')))
  },
  counts: async (see) => {
    const number = see.region('number')
    // Reading takes longer than a window needs to change.
    await rests(see, number)
    await see.reads(number, 18)
    await see.click(see.point('place'))
    await see.reads(number, 42)
  },
}

const answers: Answers = Object.fromEntries(Object.keys(windowTestcodes).map((id) => [id, VALUES]))

/** @param files Those of an attack; its `main.py` imports the honest window */
export function windowSolution(files: readonly ProjectFile[] = [{ path: 'main.py', content: MAIN }]): Canonical {
  const project = {
    files: [...files, { path: 'window.py', content: WINDOW }],
    launch: { run: ['python3', 'main.py'] },
  }
  return { project, answers }
}
