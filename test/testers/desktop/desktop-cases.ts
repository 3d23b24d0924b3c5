/** Shared by the tests of desktop. */
import { mkdir, readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import type { Parameter } from '../../../harness/contracts/schema.ts'
import type { DesktopTestcodes, Judgement, Picture } from '../../../harness/contracts/types.ts'
import { ProjectFault } from '../../../harness/errors.ts'
import { Cleanup } from '../../../harness/lib/async/cleanup.ts'
import { parsePng } from '../../../harness/lib/parsing/png.ts'
import { systemPython } from '../../../harness/lib/python/find.ts'
import { launcherFor } from '../../../harness/launchers/index.ts'
import { openSandbox } from '../../../harness/sandbox/index.ts'
import { HELPER_LIMITS } from '../../../harness/sandbox/limits.ts'
import { desktop } from '../../../harness/testers/desktop.ts'
import { placeFixtures } from '../../../harness/testers/desktop/values.ts'
import { ParameterValues } from '../../../harness/testers/values.ts'
import { TrialInputs } from '../../../harness/trial/inputs.ts'
import { materialise } from '../../../harness/trial/workspace.ts'
import { limitsOf, missionOf, oneSuite, suiteOf, temporaryFolder, testerServices } from '../../helpers.ts'

const python = systemPython()

export const GAME = `import sys, tkinter
root = tkinter.Tk()
root.geometry('320x240')
score = tkinter.Label(root, text='0', font=('Helvetica', 24), bg='white', width=6)
score.place(x=200, y=10)
field = tkinter.Canvas(root, bg='#102030', width=160, height=160, highlightthickness=0)
field.place(x=10, y=10)
box = field.create_rectangle(0, 0, 20, 20, fill='#ff8000', outline='')
root.bind('<Right>', lambda event: field.move(box, 20, 0))
field.bind('<Button-1>', lambda event: score.config(text='120'))
root.bind('q', lambda event: sys.exit(3))
root.focus_force()
root.mainloop()
`
const KIND_OF = (kind: 'point' | 'rectangle' | 'key' | 'colour', apart: readonly string[] = []): Parameter => ({
  kind,
  apart: [...apart],
  description: 'A value.',
})
export const PARAMETERS = {
  field: KIND_OF('rectangle', ['score']),
  score: KIND_OF('rectangle'),
  inside: KIND_OF('point'),
  box: KIND_OF('colour', ['paper']),
  paper: KIND_OF('colour'),
  right: KIND_OF('key', ['quit']),
  quit: KIND_OF('key'),
}
export const ANSWERS = {
  ...{ field: '10,10,160,160', score: '200,10,110,44', inside: '100,100' },
  ...{ box: '#ff8000', paper: '#102030', right: 'arrow_right', quit: 'q' },
}

interface Judged extends Judgement {
  readonly folder: string
  readonly film: Picture | undefined
  /** All pictures of the evidence, by the names of their files. */
  readonly pictures: Readonly<Record<string, Picture>>
}

export async function judged(
  testcode: DesktopTestcodes[string],
  answers: Readonly<Record<string, unknown>> = ANSWERS,
  main = GAME,
): Promise<Judged> {
  await using stack = new Cleanup()
  const folder = stack.use(await temporaryFolder())
  const suites = oneSuite([{ id: 'only', parameters: Object.keys(PARAMETERS) }], 'desktop')
  const mission = missionOf({ kind: 'desktop', parameters: PARAMETERS, suites })
  const launch = { run: ['python3', 'main.py'] }
  const workspace = await materialise({ files: [{ path: 'main.py', content: main }], launch }, folder.file('project'))
  const sandbox = stack.use(await openSandbox('bubblewrap', folder.path, { python, browser: false }))
  const target = stack.use(await launcherFor(workspace, mission).launch(workspace, sandbox, limitsOf(folder.path)))
  await mkdir(folder.file('evidence'))
  const session = stack.use(
    await desktop.open(target, {
      ...{ mission, suite: suiteOf(mission), services: testerServices(), testcodes: { only: testcode } },
      ...{ evidenceFolder: folder.file('evidence'), testcodeTimeout: 15_000, seed: 's', inputs: new TrialInputs() },
      ...{ scratch: folder.path, python, protocol: 'default' as const, signal: new AbortController().signal },
      openHelpers: (scratch) => openSandbox('bubblewrap', scratch, { limits: HELPER_LIMITS, python }),
    }),
  )
  const judgement = await session.judge({ id: 'only', parameters: Object.keys(PARAMETERS) }, answers)
  const pictures: Record<string, Picture> = {}
  for (const name of await readdir(folder.file('evidence')))
    pictures[name] = await parsePng(await readFile(folder.file(`evidence/${name}`)))
  const film = pictures[path.basename(judgement.evidence.film ?? '')]
  return { ...judgement, folder: folder.path, film, pictures }
}

export const REFUSES_CASES = [
  ['field', 'all of it', /not a rectangle/],
  ['field', '0,0,320,240', /is the whole window/],
  ['field', '300,10,100,100', /not inside the window of 320 × 240/],
  [
    'field',
    '150,0,100,40',
    /^the rectangles of "field" and "score" must not overlap, and do: "150,0,100,40" and "200,10,110,44"$/,
  ],
  ['inside', '320,0', /not inside the window/],
  ['inside', '-1,0', /not a point/],
  ['box', 'orange', /not a colour/],
  [
    'box',
    '#112233',
    /"box" and "paper" must differ by more than 32 steps in one channel, and do not: "#112233" and "#102030"$/,
  ],
  ['right', 'the right one', /not a key/],
  ['right', 'Q', /^the keys of "right" and "quit" must differ, and do not: "Q" and "q"$/],
  ['right', 5, /is not a text/],
] as const

export function refuses(cases: readonly (typeof REFUSES_CASES)[number][]): void {
  it.each(cases)('refuses %s = %s', (name, value, reason) => {
    const kind = PARAMETERS[name].kind
    const mission = missionOf({ kind: 'desktop', parameters: PARAMETERS })
    const testcode = { id: 'only', parameters: Object.keys(PARAMETERS) }
    const values = new ParameterValues(mission, testcode, { ...ANSWERS, [name]: value })
    const read = placeFixtures(values, () => ({ id: 1, x: 0, y: 0, width: 320, height: 240 }))
    const fixture = { rectangle: 'region', point: 'point', colour: 'colour', key: 'key', url: 'key' } as const
    expect(() => read[fixture[kind as keyof typeof fixture]](name)).toThrow(reason)
  })
}
export const IS_NOT_LAUNCHED_IF_IT_CASES = [
  ['ends', 'raise SystemExit(4)', /ended before it showed a window: exit code 4/],
  ['fails', 'import nothing_here', /window: exit code 1: ModuleNotFoundError: .* \(\w+\.py:\d+\)$/],
  ['raises', 'raise RuntimeError("broken")', /exit code 1/],
  [
    'has a window that is too large',
    `import tkinter\nroot = tkinter.Tk()\nroot.geometry('2000x100')\nroot.mainloop()`,
    /2000 × 100/,
  ],
] as const

export function isNotLaunchedIfIt(cases: readonly (typeof IS_NOT_LAUNCHED_IF_IT_CASES)[number][]): void {
  it.each(cases)('is not launched if it %s', async (_, main, reason) => {
    const error: unknown = await judged(() => Promise.resolve(), ANSWERS, main).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ProjectFault)
    expect((error as ProjectFault).message).toMatch(reason)
  })
}
