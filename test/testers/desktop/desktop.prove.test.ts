/** The other cases of desktop.integration.test.ts. */
import { describe, expect, it } from 'vitest'
import type { DesktopFixtures, DesktopTestcodes, Picture, PixelArea } from '../../../harness/contracts/types.ts'
import { colourOf, findColour, hexOf } from '../../../harness/lib/pictures/colours.ts'
import { needs } from '../../needs.ts'
import {
  GAME,
  ANSWERS,
  judged,
  REFUSES_CASES,
  refuses,
  IS_NOT_LAUNCHED_IF_IT_CASES,
  isNotLaunchedIfIt,
} from './desktop-cases.ts'

/** Draws a stroke for each press of a key. It is busy between its looks at the keyboard. */
const COUNTING = `import pygame
pygame.init()
surface = pygame.display.set_mode((640, 240))
presses = 0
while True:
    for event in pygame.event.get():
        presses += event.type == pygame.KEYDOWN
    surface.fill('#102030')
    for press in range(presses):
        surface.fill('#ff8000', (10 * press, 0, 1, 10))
    pygame.display.flip()
    pygame.time.wait(40)
`
/** Fills its large window with another colour at each press. */
const TURNING = `import pygame
pygame.init()
surface = pygame.display.set_mode((1200, 700))
turn = 0
while True:
    event = pygame.event.wait()
    turn += event.type == pygame.KEYDOWN
    surface.fill((50 + 10 * (turn % 20),) * 3)
    pygame.display.flip()
`
const EMPTY_FIELD = GAME.replace(
  'box = field.create_rectangle(0, 0, 20, 20',
  'box = field.create_rectangle(-9, -9, -5, -5',
)

function part({ width, pixels }: Picture, area: PixelArea): Picture {
  const lines = Array.from({ length: area.height }, (_, line) => {
    const from = 4 * ((area.y + line) * width + area.x)
    return pixels.subarray(from, from + 4 * area.width)
  })
  return { width: area.width, height: area.height, pixels: new Uint8Array(Buffer.concat(lines)) }
}

describe('a program with windows', await needs('bubblewrap', 'desktop'), () => {
  it('gets each press of a key, however soon one follows the other', async () => {
    const result = await judged(
      async (see) => {
        // A program that is busy finds the release and the next press together.
        for (let presses = 0; presses < 60; presses += 1) await see.press('Right', { for: 5 })
        await see.until('60 presses', async () => (await see.find('#ff8000'))?.count === 60 * 10)
      },
      {},
      COUNTING,
    )
    expect(result).toMatchObject({ status: 'passed' })
  })

  it('gets its first input when it has drawn the rest of its window', async () => {
    const late = GAME.replace('field.place(x=10, y=10)', 'root.after(150, lambda: field.place(x=10, y=10))')
    const clicks = (see: Parameters<DesktopTestcodes[string]>[0]) =>
      see.changes(see.region('score'), () => see.click(see.point('inside')), { within: 3000 })
    expect(await judged(clicks, ANSWERS, late)).toMatchObject({ status: 'passed' })
    const moves = late.replace(
      'root.focus_force()',
      "turn = lambda at: (root.config(bg=f'#0000{at:02x}'), root.after(40, turn, (at + 9) % 256))\nturn(9)",
    )
    expect(await judged(clicks, ANSWERS, moves)).toMatchObject({ status: 'passed' })
  })

  it('is read when it has drawn its whole window, and not only the region that was to change', async () => {
    const result = await judged(
      async (see) => {
        const [top, bottom] = [
          { x: 0, y: 0, width: 40, height: 40 },
          { x: 0, y: 650, width: 40, height: 40 },
        ]
        for (let turns = 0; turns < 40; turns += 1) {
          await see.changes(top, () => see.press('Right', { for: 1 }))
          const pictures = [await see.screenshot(bottom), await see.screenshot(top)]
          see.expect(new Set(pictures.map(({ pixels }) => pixels[0])).size, 'colours in the window').toBe(1)
        }
      },
      {},
      TURNING,
    )
    expect(result).toMatchObject({ status: 'passed' })
  })

  it('says a number only if its region rests, and shows it first or next', async () => {
    const says = (expected: number | RegExp, main: string) =>
      judged((see) => see.reads(see.region('score'), expected, { within: 4000 }), ANSWERS, main)
    const turning = (texts: string, every: number) =>
      GAME.replace(
        'root.mainloop()',
        `texts = ${texts}
def turn(at):
    score.config(text=texts[at % len(texts)])
    root.after(${String(every)}, turn, at + 1)
turn(0)
root.mainloop()`,
      )
    expect(await says(0, GAME)).toMatchObject({ status: 'passed' })
    expect(await says(/^12$/, turning(`['7'] * 40 + ['12'] * 4000`, 30))).toMatchObject({ status: 'passed' })
    const quick = await says(12, turning(`['7', '12', '5', '30']`, 100))
    expect(quick).toMatchObject({ status: 'failed', reason: expect.stringContaining('never at rest') as string })
    const slow = await says(12, turning(`['7', '5', '30', '12']`, 700))
    expect(slow.status).toBe('failed')
    expect(slow.reason).toMatch(/^the number 12: not among the first two that were seen; read was "\d+", "\d+"$/)
    const inTurn = turning(`['7', '12']`, 700)
    expect(await says(12, inTurn)).toMatchObject({ status: 'passed' })
    const stays = (main: string) => judged((see) => see.reads(see.region('score'), 12, { for: 2000 }), ANSWERS, main)
    expect(await stays(turning(`['7'] + ['12'] * 4000`, 700))).toMatchObject({ status: 'passed' })
    expect(await stays(inTurn)).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/^the number 12: it was read, and then the region .* changed$/) as string,
    })
  })

  it('whose number is a line that tesseract cannot read has no number, which is not the machine’s fault', async () => {
    const main = `import tkinter
root = tkinter.Tk()
root.geometry('1200x300+0+0')
root.config(bg='white')
tkinter.Frame(root, bg='black', width=1020, height=1).place(x=40, y=50)
root.mainloop()
`
    const wide = { x: 20, y: 20, width: 1060, height: 60 }
    const result = await judged((see) => see.reads(wide, 0, { within: 500 }), ANSWERS, main)
    expect(result).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('nothing could be read') as string,
    })
  })

  it('is held, typed into, pointed at and read, and keeps its files when it starts again', async () => {
    const result = await judged(
      async (see) => {
        const [field, score] = [see.region('field'), see.region('score')]
        see.expect((await see.screenshot(score)).width).toBe(110)
        see.expect(await see.count('#102030', field)).toBe(160 * 160)
        await see.hold('Right', () =>
          see.until('a held key', async () => (await see.colourAt({ x: 20, y: 20 })) === '#ff0000'),
        )
        await see.until('a released key', async () => (await see.colourAt({ x: 20, y: 20 })) === '#102030')
        await see.changes(field, () => see.move(see.point('inside')))
        await see.type('Aa 1!')
        await see.until('the text', async () => (await see.text(score)).startsWith('Aa 1'))
        await see.click(see.point('inside'), { button: 'right' })
        await see.until('the button', async () => (await see.number(score)) === 3)
        await see.restart()
        see.expect(await see.number(score)).toBe(3)
        await see.runsFor(1)
      },
      ANSWERS,
      `import os, tkinter
root = tkinter.Tk()
root.geometry('320x240')
both = ['saved', os.path.expanduser('~/saved')]
saved = open(both[1]).read() if all(map(os.path.exists, both)) else ''
score = tkinter.Label(root, text=saved, font=('Helvetica', 24), bg='white')
score.place(x=200, y=10, width=110, height=44)
field = tkinter.Canvas(root, bg='#102030', width=160, height=160, highlightthickness=0)
field.place(x=10, y=10)
paint = lambda colour: field.create_rectangle(0, 0, 20, 20, fill=colour, outline='')
root.bind('<KeyPress-Right>', lambda event: paint('#ff0000'))
root.bind('<KeyRelease-Right>', lambda event: paint('#102030'))
field.bind('<Motion>', lambda event: field.create_rectangle(event.x, event.y, event.x + 9, event.y + 9, fill='white'))
root.bind('<Key>', lambda event: score.config(text=score['text'] + event.char))
def press(event):
    score.config(text=str(event.num))
    for place in both: open(place, 'w').write(str(event.num))
field.bind('<Button>', press)
root.mainloop()
`,
    )
    expect(result).toMatchObject({ status: 'passed' })
  })

  it('may not print a traceback while it runs, nor may it be changed by what must change nothing', async () => {
    const main = GAME.replace('root.focus_force()', "root.bind('x', lambda event: 1 / 0)")
    const traceback = await judged(
      async (see) => {
        await see.press('x')
        await see.runsFor(1.5)
      },
      ANSWERS,
      main,
    )
    expect(traceback.status).toBe('failed')
    expect(traceback.reason).toMatch(/traceback/)
    const changed = await judged((see) => see.stays(see.region('field'), () => see.press(see.key('right'))))
    expect(changed.status).toBe('failed')
    expect(changed.reason).toMatch(/has changed, which it must not/)
  })

  it('fails with a picture and a film', async () => {
    const result = await judged((see) =>
      see.changes(see.region('score'), () => see.press(see.key('right')), { within: 300 }),
    )
    expect(result.status).toBe('failed')
    expect(result.reason).toMatch(/a change in the region 200,10,110,44: not seen within 0.3 s/)
    expect(result.evidence).toMatchObject({
      screenshot: 'evidence/only.png',
      screenshotBefore: 'evidence/only-before.png',
      film: 'evidence/only-film.png',
    })
    expect(result.film?.width).toBeGreaterThan(240)
  })

  refuses(REFUSES_CASES)

  it('is not played with a value that it refuses', async () => {
    const read: DesktopTestcodes[string] = async (see) => {
      see.region('field')
      await see.window()
    }
    expect((await judged(read, { ...ANSWERS, field: '0,0,320,240' })).status).toBe('bad-parameter')
  })

  it('is judged with all problems of its values at once, if it reads one that is bad', async () => {
    const answers = { ...ANSWERS, field: '1300,10,20,20', inside: 'middle', paper: ANSWERS.box, quit: undefined }
    const result = await judged((see) => Promise.resolve(void see.point('inside')), answers)
    expect(result).toMatchObject({
      status: 'bad-parameter',
      reason: [
        'the value of "inside" is not a point such as "120,80": "middle"',
        'the value "1300,10,20,20" given for "field" is not inside the window of 320 × 240 pixels',
        'the colours of "box" and "paper" must differ by more than 32 steps in one channel, and do not: "#ff8000" and "#ff8000"',
        'no value was given for "quit"',
      ].join('; '),
    })
    // A value that it does not read does no harm.
    expect((await judged(() => Promise.resolve(), answers)).status).toBe('passed')
  })

  it('says what was expected in words, and that nothing could be read in a region, with its parameter', async () => {
    const says = (see: DesktopFixtures, region: PixelArea, pattern: RegExp) =>
      see.reads(region, pattern, { within: 500, expected: 'the text "Black wins"' })
    const empty = await judged((see) => says(see, see.region('field'), /^black\s+wins$/i), ANSWERS, EMPTY_FIELD)
    expect(empty).toMatchObject({
      status: 'failed',
      reason:
        'the text "Black wins": not seen within 0.5 s; nothing could be read in the rectangle 10,10,160,160, the value of "field"',
    })
    const other = { x: 20, y: 20, width: 100, height: 100 }
    expect((await judged((see) => says(see, other, /x/), ANSWERS, EMPTY_FIELD)).reason).toMatch(
      /in the rectangle 20,20,100,100$/,
    )
  })

  it('leaves a picture of the window before its last click, and one with marks at the end', async () => {
    const { status, pictures } = await judged(async (see) => {
      await see.click(see.point('inside'))
      await see.until('the number', async () => (await see.number(see.region('score'))) === 120)
      await see.move({ x: 5, y: 5 })
      see.expect(1, 'a number').toBe(2)
    })
    expect(status).toBe('failed')
    const [before, end] = [pictures['only-before.png'], pictures['only.png']]
    if (!before || !end) throw new Error('a picture is missing')
    // The number is "0" before the click, and "120" at the end.
    const ink = (picture: Picture) =>
      findColour(part(picture, { x: 200, y: 10, width: 110, height: 44 }), [0, 0, 0]).count
    expect(ink(before)).toBeGreaterThan(0)
    expect(ink(end)).toBeGreaterThan(1.5 * ink(before))
    expect(hexOf(colourOf(end, 198, 30)), 'the outline of the region').toBe('#00e5ff')
    expect(hexOf(colourOf(end, 100, 107)), 'the ring around the click').toBe('#ff30ff')
    expect(hexOf(colourOf(end, 100, 100)), 'the pixel that was clicked').toBe('#102030')
  })

  it('leaves no picture of before the last click if it looks the same', async () => {
    const result = await judged(async (see) => {
      await see.click({ x: 5, y: 200 })
      see.expect(1, 'a number').toBe(2)
    })
    expect(result.status).toBe('failed')
    expect(Object.keys(result.pictures).toSorted()).toEqual(['only-film.png', 'only.png'])
    expect(result.evidence).not.toHaveProperty('screenshotBefore')
  })

  it('reaches its display only with the cookie, and no abstract socket', async () => {
    const main = `import os, socket, subprocess, sys
def connects(address):
    try: socket.socket(socket.AF_UNIX).connect(address)
    except OSError: return False
    return True
print('abstract', connects('\\0/tmp/.X11-unix/X0'), flush=True)
print('tcp', socket.socket().connect_ex(('127.0.0.1', 6000)) == 0, flush=True)
asked = [sys.executable, '-c', 'import tkinter; tkinter.Tk()']
print('without cookie', subprocess.run(asked, env={'DISPLAY': ':0'}, capture_output=True).returncode == 0, flush=True)
${GAME}`
    const result = await judged(() => Promise.reject(new Error('to see its output')), ANSWERS, main)
    expect(result.evidence.output).toContain('abstract False\ntcp False\nwithout cookie False')
  })

  isNotLaunchedIfIt(IS_NOT_LAUNCHED_IF_IT_CASES)

  it('leaves no window for the next program', async () => {
    // The server keeps the windows of a client that asked for it, even after its end. It would be taken for that of the next one.
    const main = `import ctypes, os
if not os.path.exists('second'):
    open('second', 'w').close()
    x11 = ctypes.CDLL('libX11.so.6')
    x11.XOpenDisplay.restype = ctypes.c_void_p
    display = ctypes.c_void_p(x11.XOpenDisplay(None))
    x11.XSetCloseDownMode(display, 1)
    window = x11.XCreateSimpleWindow(display, x11.XDefaultRootWindow(display), 500, 300, 600, 400, 0, 0, 0xffffff)
    x11.XMapWindow(display, window)
    x11.XSync(display, 0)
${GAME}`
    const result = await judged(
      async (see) => {
        see.expect((await see.window()).width).toBe(600)
        await see.restart()
        see.expect((await see.window()).width).toBe(320)
      },
      ANSWERS,
      main,
    )
    expect(result.reason).toBeUndefined()
  })
})
