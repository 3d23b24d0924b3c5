import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { execa } from 'execa'
import { systemPython } from '../harness/lib/python/find.ts'
import { openSandbox } from '../harness/sandbox/index.ts'
import { pointsFor } from '../harness/contracts/points.ts'
import {
  SCHEMA_VERSION,
  type MissionFile,
  type RunRecord,
  type Status,
  type Testcode as TestcodeInFile,
  type TrialKey,
  type TrialRecord,
  type Verdict,
} from '../harness/contracts/schema.ts'
import type {
  AgentContext,
  LaunchLimits,
  Mission,
  Suite,
  Testcode,
  TesterServices,
} from '../harness/contracts/types.ts'

export const root = path.resolve(import.meta.dirname, '..')

/** The compiled program, which starts in a third of the time of the sources; set-up keeps it up to date. */
export const BIN = path.join(root, 'dist/pe/bin.js')

// ---- folders ----------------------------------------------------------------------------------------------------

export interface TemporaryFolder extends AsyncDisposable {
  readonly path: string
  file(...parts: string[]): string
}

export async function temporaryFolder(): Promise<TemporaryFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pe-test-'))
  return {
    path: folder,
    file: (...parts) => path.join(folder, ...parts),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  }
}

/** Writes files, given as relative path → content. */
export async function writeTree(folder: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await writeFile(path.join(folder, name), content)
  }
}

// ---- waiting and processes --------------------------------------------------------------------------------------

/** Messages of `pe`, except the warning about a busy machine: other tests run at the same time. */
export function complaints(stderr: string): string[] {
  return stderr.split('\n').filter((line) => line.includes('pe:') && !line.includes('this machine is busy'))
}

/** Polls until the condition holds. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  what: string,
  milliseconds = 120_000,
): Promise<void> {
  const deadline = performance.now() + milliseconds
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`waited ${String(milliseconds)} ms in vain until ${what}`)
    await delay(10)
  }
}

/** Whether a process runs. A zombie does not. */
export async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const status = await readFile(`/proc/${String(pid)}/stat`, 'utf8').catch(() => '')
  return !/\) [ZX] /.test(status)
}

/** The number that a script of a test wrote into a file, once it is there. */
export async function pidIn(file: string): Promise<number> {
  const read = async () => Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10)
  await until(async () => !Number.isNaN(await read()), `${file} holds a process id`)
  return read()
}

/** Runs a TypeScript module in a Node of its own; `code` imports from the harness by `HARNESS/…`. */
export async function runModule(code: string, wrapper: readonly string[] = []) {
  await using folder = await temporaryFolder()
  const file = folder.file('main.mts')
  await writeFile(file, code.replaceAll('HARNESS/', `${root}/harness/`))
  const [program, ...args] = [...wrapper, process.execPath, '--import', import.meta.resolve('tsx'), file]
  return await execa(program, args, { cwd: folder.path, reject: false, timeout: 60_000 })
}

// ---- fixtures ---------------------------------------------------------------------------------------------------

export const TESTCODES: readonly TestcodeInFile[] = [
  { id: 'shows', page: 'Home', function: 'Show', expects: 'EXPECTS-ONE', needs: [], parameters: ['home_url'] },
  {
    id: 'adds',
    page: 'Home',
    function: 'Add',
    expects: 'EXPECTS-TWO',
    needs: ['shows'],
    parameters: ['home_url', 'add_button'],
  },
  { id: 'counts', page: 'Home', function: 'Add', expects: 'EXPECTS-THREE', needs: ['adds'], parameters: [] },
]

const DESCRIBED = {
  id: 'fixture',
  title: 'A fixture',
  kind: 'website',
  stack: 'Node',
  prompt: 'Make a page.',
  checklist: [
    {
      page: 'Home',
      functions: [
        { function: 'Show', description: 'Shows it.' },
        { function: 'Add', description: 'Adds one.' },
      ],
    },
  ],
  parameters: {
    home_url: { kind: 'url', description: 'DESCRIPTION-URL' },
    add_button: { kind: 'element', element: 'button', description: 'DESCRIPTION-BUTTON' },
  },
  tags: [],
  limits: {},
  materials: [],
} satisfies Partial<MissionFile>

/** The content of a `mission.yaml`. */
export function missionFileOf(changes: Partial<MissionFile> = {}): MissionFile {
  return { ...DESCRIBED, schemaVersion: 1, testcodes: [...TESTCODES], ...changes }
}

export function missionOf(changes: Partial<Mission> = {}): Mission {
  return {
    ...DESCRIBED,
    suites: oneSuite(TESTCODES),
    digest: 'd1935',
    materialsFolder: '/nowhere/materials',
    ...changes,
  }
}

/** The suites of a mission that has one. */
export function oneSuite(testcodes: readonly Testcode[], tester = 'playwright'): readonly [Suite] {
  return [{ id: 'tests', tester, weight: 1, testcodes }]
}

/** The only suite of a mission. */
export function suiteOf({ suites: [suite, ...more] }: Mission): Suite {
  if (!suite || more.length > 0) throw new TypeError('the mission was expected to have one suite')
  return suite
}

/** For testers that need no browser. */
export function testerServices(changes: Partial<TesterServices> = {}): TesterServices {
  const noBrowser = () => Promise.reject(new Error('no browser was expected to be needed'))
  return {
    launchBrowser: noBrowser,
    findChromedriverBrowser: noBrowser,
    allowedOrigins: [],
    patience: 'auto',
    ...changes,
  }
}

/** For agents that call no model and use no room. */
export function agentContext(changes: Partial<AgentContext> = {}): AgentContext {
  return {
    mission: 'fixture',
    variant: 'L1.direct',
    sample: 1,
    signal: new AbortController().signal,
    ask: () => Promise.reject(new Error('this agent was not expected to ask a model')),
    note: () => undefined,
    recorded: (_, step) => step(),
    used: () => undefined,
    keepOutput: () => Promise.resolve(),
    openRoom: () => Promise.reject(new Error('this agent was not expected to use a room')),
    feedback: { checks: false, submissions: 0 },
    check: () => Promise.reject(new Error('this agent was not expected to check a project')),
    submit: () => Promise.reject(new Error('this agent was not expected to submit a project')),
    ...changes,
  }
}

export function keyOf(changes: Partial<TrialKey> = {}): TrialKey {
  const key = { mission: 'fixture', agent: 'canonical', variant: 'L1.direct', sample: 1, ...changes } as const
  return { id: [key.mission, key.agent, key.variant, String(key.sample)].join('.'), ...key }
}

/** Worth one point, of which a partial result earns half. */
export function verdictOf(testcode: string, status: Status, changes: Partial<Verdict> = {}): Verdict {
  return {
    testcode,
    status,
    points: pointsFor(status, 1, 0.5),
    milliseconds: 12,
    evidence: {},
    ...(status === 'passed' ? {} : { reason: 'why' }),
    ...changes,
  }
}

/** A trial with a runnable point and one testcode for each of the other statuses. */
export function recordOf(
  key: TrialKey,
  [runnable = 'passed', ...statuses]: readonly Status[],
  changes: Partial<TrialRecord> = {},
): TrialRecord {
  return {
    schemaVersion: SCHEMA_VERSION,
    trial: key,
    outcome: 'judged',
    runnable: verdictOf('runnable', runnable),
    verdicts: statuses.map((status, index) => verdictOf(TESTCODES[index]?.id ?? `testcode-${String(index)}`, status)),
    stages: { judge: 5 },
    seconds: 1.5,
    startedAt: '2025-01-01T00:00:00.000Z',
    log: '',
    ...changes,
  }
}

export function runOf(trials: readonly TrialKey[], changes: Partial<RunRecord> = {}): RunRecord {
  const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]
  const missions = unique(trials.map(({ mission }) => mission))
  return {
    schemaVersion: SCHEMA_VERSION,
    runId: '2025-01-01T00-00-00-abcdef',
    startedAt: '2025-01-01T00:00:00.000Z',
    benchmark: {
      name: 'native',
      source: '/missions',
      missions: missions.map((id) => ({
        id,
        title: `Mission ${id}`,
        kind: 'website',
        digest: 'd1935',
        testcodes: TESTCODES.map(({ id: testcode, page, function: name, expects }) => ({
          id: testcode,
          page,
          function: name,
          expects,
        })),
      })),
    },
    settings: {
      agents: unique(trials.map(({ agent }) => agent)),
      variants: unique(trials.map(({ variant }) => variant)),
      missions,
      samples: Math.max(1, ...trials.map(({ sample }) => sample)),
      concurrency: 2,
      sandbox: 'process',
      installNetwork: 'registry',
      protocol: 'default',
      pythonPath: [],
      trialTimeout: 300,
      testcodeTimeout: 10,
      startTimeout: 30,
      installTimeout: 300,
      allowedOrigins: [],
    },
    host: { pe: '0.1.0', node: process.version, platform: 'linux x64', cpus: 2, browser: 'none needed' },
    trials: [...trials],
    ...changes,
  }
}

/** @param scratch The folder that holds the workspace */
export function limitsOf(scratch: string, changes: Partial<LaunchLimits> = {}): LaunchLimits {
  return {
    scratch,
    start: 20_000,
    install: 20_000,
    diskBytes: 512 * 1024 * 1024,
    signal: new AbortController().signal,
    python: systemPython(),
    openInstaller: () => openSandbox('process', scratch),
    ...changes,
  }
}

/**
 * The cases with these titles, to stand for their class. A title is the name of a case, or its first element, or the case itself.
 * @throws Error if no case has it
 */
export function casesNamed<Case>(cases: readonly Case[], ...titles: readonly string[]): Case[] {
  return titles.map((title) => {
    const found = cases.find((each) => titleOf(each) === title)
    if (found === undefined) throw new Error(`there is no case "${title}"; there are ${cases.map(titleOf).join(', ')}`)
    return found
  })
}

function titleOf(one: unknown): string {
  const { name } = Object(one) as { readonly name?: unknown }
  const title: unknown = Array.isArray(one) ? one[0] : (name ?? one)
  return Array.isArray(title) ? title.join(' ') : String(title)
}
