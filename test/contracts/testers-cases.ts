/** Shared by the tests of testers. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { STATUSES, type LaunchPlan, type Parameter } from '../../harness/contracts/schema.ts'
import type {
  DesktopTestcodes,
  Judgement,
  Mission,
  ProgramTestcodes,
  Project,
  SessionSetup,
  TestSession,
  WebsiteTestcodes,
} from '../../harness/contracts/types.ts'
import { libraryBenchmark } from '../../harness/benchmarks/libraries/benchmark.ts'
import { Cleanup } from '../../harness/lib/async/cleanup.ts'
import { systemPython } from '../../harness/lib/python/find.ts'
import { launcherFor } from '../../harness/launchers/index.ts'
import { chooseSandbox, openSandbox } from '../../harness/sandbox/index.ts'
import { HELPER_LIMITS } from '../../harness/sandbox/limits.ts'
import { TrialInputs } from '../../harness/trial/inputs.ts'
import { calibrateLibrary } from '../../harness/trial/calibration/calibrate.ts'
import { materialise } from '../../harness/trial/workspace.ts'
import { limitsOf, missionOf, oneSuite, root, suiteOf, temporaryFolder } from '../helpers.ts'
import { has } from '../needs.ts'
import { testers } from '../testers/website.ts'
import { paperContracts } from './papers.ts'
import type { Files, Subject } from './subject.ts'

export const SANDBOX = (await chooseSandbox()).name
/** Milliseconds that one testcode may take here. */
const TESTCODE = 6000

const site = (body: string): Files => ({
  'server.cjs': `require('node:http').createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(${JSON.stringify(body)})
  }).listen(process.env.PORT, '127.0.0.1')`,
})
const PAGE: Parameter = { kind: 'url', description: 'The page.' }
const FILE: Parameter = { kind: 'file', description: 'The file it writes.' }

const shows =
  (text: string): WebsiteTestcodes[string] =>
  async ({ page, expect: expects, open }) => {
    await open('value')
    await expects(page.getByText(text)).toBeVisible()
  }
const writes =
  (text: string): ProgramTestcodes[string] =>
  async ({ run, file, expect: expects }) => {
    const finished = await run()
    expects((await finished.read(file('value'))).toString()).toContain(text)
  }
const paints =
  (colour: string, key: string): DesktopTestcodes[string] =>
  async ({ changes, count, press, region, until }) => {
    const field = region('value')
    await changes(field, () => press(key))
    await until('the colour', async () => (await count(colour, field)) === field.width * field.height)
  }
const window = (body: string): Files => ({
  'main.py': `import tkinter
root = tkinter.Tk()
root.geometry('300x200')
field = tkinter.Frame(root, bg='#00ff00', width=200, height=150)
field.place(x=0, y=0)
${body}
root.mainloop()
`,
})

const NODE = { run: ['node', 'main.mjs'] } satisfies LaunchPlan
const judgePoint = (argument: string, text: string) => ({
  program: 'code',
  args: [argument],
  expected: { kind: 'text', text },
  limits: { seconds: 1, memoryMiB: 64 },
})
/** A shell script that `make` installs as the program. */
const shell = (body: string): Files => ({
  Makefile: 'all:\n\tcp code.sh code\n\tchmod +x code\n',
  'code.sh': `#!/bin/sh\n${body}\n`,
})

const NEEDS_PYTEST = ['python3-pytest'] as const

/** The hidden suite of a small library, calibrated on its reference. */
async function librarySubject(): Promise<Subject> {
  const folder = path.join(root, 'test', 'fixtures', 'libraries')
  const file = 'intervals/__init__.py'
  const reference = readFileSync(path.join(folder, 'intervals', file), 'utf8')
  const files = {
    good: { [file]: reference },
    idle: { [file]: '' },
  }
  if (!(await has(...NEEDS_PYTEST))) return { kind: 'library', needs: NEEDS_PYTEST, testcodes: {}, ...files }
  const benchmark = libraryBenchmark('codeprojecteval', folder, calibrateLibrary)
  const all = await benchmark.mission('intervals')
  const suite = all.suites.find(({ id }) => id === 'unit')
  if (!suite) throw new Error('the library has no hidden suite')
  const mission: Mission = { ...all, suites: [suite] }
  const ids = ['test_parse', 'test_describe'].map((name) => `unit_tests/test_intervals.py::${name}`)
  return { kind: 'library', testcodes: await benchmark.testcodes(all, suite), whole: { mission, ids }, ...files }
}

export const subjects: Readonly<Record<string, Subject>> = {
  pytest: await librarySubject(),
  playwright: {
    kind: 'website',
    launch: { start: ['node', 'server.cjs'], port: 8000, homepage: '/' },
    testcodes: { first: shows('Hello'), second: shows('World') },
    parameter: PAGE,
    answer: 'http://localhost:8000/',
    good: site('<h1>Hello</h1><p>World</p>'),
    idle: site('<p>Nothing</p>'),
    busy: site('<p>Hello World</p><script>for (;;) {}</script>'),
  },
  subprocess: {
    kind: 'batch',
    launch: NODE,
    testcodes: { first: writes('Hello'), second: writes('World') },
    parameter: FILE,
    answer: 'out.txt',
    good: { 'main.mjs': `import { writeFileSync } from 'node:fs'\nwriteFileSync('out.txt', 'Hello World')` },
    idle: { 'main.mjs': '' },
    busy: { 'main.mjs': 'for (;;) {}' },
  },
  desktop: {
    kind: 'desktop',
    needs: ['bubblewrap', 'desktop'],
    launch: { run: ['python3', 'main.py'] },
    testcodes: { first: paints('#ff0000', 'a'), second: paints('#0000ff', 'b') },
    parameter: { kind: 'rectangle', apart: [], description: 'The field.' },
    answer: '10,10,100,100',
    good: window(`root.bind('a', lambda event: field.config(bg='#ff0000'))
root.bind('b', lambda event: field.config(bg='#0000ff'))`),
    idle: window(''),
    busy: window(`root.bind('a', lambda event: [None for _ in iter(int, 1)])`),
  },
  judge: {
    kind: 'source',
    needs: ['make'],
    testcodes: {
      programs: { code: { kind: 'tree', program: 'code' } },
      points: { first: judgePoint('a', 'aa\n'), second: judgePoint('b', 'bb\n') },
    },
    good: shell('echo "$1$1"'),
    idle: shell(''),
    busy: shell('while :; do :; done'),
  },
  ...Object.fromEntries((await paperContracts()).flatMap(({ subjects: own = {} }) => Object.entries(own))),
}

const IDS = ['first', 'second']

export function missionFor(name: string, { kind, parameter, whole }: Subject): Mission {
  if (whole) return whole.mission
  const testcodes = IDS.map((id) => ({ id, parameters: parameter ? ['value'] : [] }))
  return missionOf({ kind, parameters: parameter ? { value: parameter } : {}, suites: oneSuite(testcodes, name) })
}

export function projectOf(files: Files, { launch }: Subject): Project {
  return {
    files: Object.entries(files).map(([name, content]) => ({ path: name, content })),
    ...(launch && { launch }),
  }
}

interface Opened extends AsyncDisposable {
  readonly session: TestSession
  readonly scratch: string
  /** With the right answer by default. */
  judge(id: string, given?: Readonly<Record<string, unknown>>): Promise<Judgement>
}

/** Ids that the tests judge. */
export function idsOf({ whole }: Subject): readonly string[] {
  return whole?.ids ?? IDS
}

/** Judges a project that does what is asked for. */
export async function expectPassed(name: string, subject: Subject, ids: readonly string[]): Promise<void> {
  await using opened = await open(name, subject.good)
  expect(await opened.session.runnable()).toMatchObject({ status: 'passed' })
  for (const id of ids) expect(await opened.judge(id)).toMatchObject({ status: 'passed' })
}

/** Judges a project that does nothing. */
export async function expectFailed(name: string, subject: Subject, ids: readonly string[]): Promise<void> {
  await using opened = await open(name, subject.idle)
  const { status: started } = await opened.session.runnable()
  expect(STATUSES).toContain(started)
  for (const id of ids) {
    const { status, reason, fault } = await opened.judge(id)
    expect(['failed', 'error']).toContain(status)
    expect(reason).toMatch(/\w{3}/)
    expect(fault).toBeUndefined()
  }
}

export async function open(name: string, files: Files, changes: Partial<SessionSetup> = {}): Promise<Opened> {
  const subject = subjects[name]
  if (!subject) throw new Error(`no subject for "${name}"`)
  const mission = missionFor(name, subject)
  const suite = suiteOf(mission)
  await using opening = new Cleanup()
  const folder = opening.use(await temporaryFolder())
  const project = projectOf(files, subject)
  const workspace = await materialise(project, folder.file('project'))
  const sandbox = opening.use(await openSandbox(SANDBOX, folder.path, { python: systemPython() }))
  const target = opening.use(await launcherFor(workspace, mission).launch(workspace, sandbox, limitsOf(folder.path)))
  const setup: SessionSetup = {
    mission,
    suite,
    services: { ...testers.services, ...subject.services },
    testcodes: subject.testcodes,
    evidenceFolder: folder.file('evidence'),
    testcodeTimeout: TESTCODE,
    seed: 'contract',
    inputs: new TrialInputs(),
    scratch: folder.path,
    python: systemPython(),
    protocol: 'default',
    openHelpers: (scratch) => openSandbox(SANDBOX, scratch, { limits: HELPER_LIMITS, python: systemPython() }),
    signal: new AbortController().signal,
    ...changes,
  }
  const session = opening.use(await testers.for(suite).open(target, setup))
  const kept = opening.move()
  return {
    session,
    scratch: folder.path,
    judge(id, given = { value: subject.answer }) {
      const testcode = suite.testcodes.find((each) => each.id === id)
      if (!testcode) throw new Error(`the suite has no testcode "${id}"`)
      return session.judge(testcode, subject.parameter ? given : {})
    },
    [Symbol.asyncDispose]: () => kept[Symbol.asyncDispose](),
  }
}
