import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { LibrarySuite, Site } from '../../contracts/schema.ts'
import type { Measured, MeasuredLimits, ProjectFile, Sandbox } from '../../contracts/types.ts'
import { packageRoot } from '../../lib/files/package-root.ts'
import { removeFolder } from '../../lib/files/remove.ts'
import { MiB } from '../../lib/wording/bytes.ts'
import { Messages } from './messages.ts'
import { RunRecord } from './record.ts'
import { rewriting, type Rewriting, type Unused } from './rewrite.ts'
import { TestClock } from './test-clock.ts'
import { compose, type HiddenFiles } from './tree.ts'

/** The folder of the Python sources, which are not compiled. */
export const SOURCES = path.join(packageRoot(import.meta.dirname), 'harness', 'testers', 'pytest')

/** Where and with what tests run. */
export interface Surroundings {
  readonly sandbox: Sandbox
  /** The scratch folder of the sandbox. */
  readonly scratch: string
  /** The interpreter. */
  readonly python: string
  /** Folders of installed libraries that would take the place of the project. */
  readonly masks: readonly string[]
  /** Called when a test has ended. */
  readonly onTest?: () => void
  readonly signal: AbortSignal
}

export interface RunPlan {
  readonly suite: LibrarySuite
  /** The project. */
  readonly files: readonly ProjectFile[]
  readonly sites: readonly Site[]
  /** Values that are not computed. */
  readonly unused?: readonly Unused[]
  /** Test files that are not hidden on the disk, in the folder of the tests; all of visible tests are. */
  readonly onDisk?: readonly string[] | 'all'
  readonly imports: readonly string[]
  readonly allowed: readonly string[]
  /** Node ids of the tests to run, and seconds that each may take; all tests if it is missing. */
  readonly wanted?: readonly { readonly node: string; readonly seconds: number }[]
  /** Whether the process ends at an event that the reference does not cause. */
  readonly ends: boolean
  /** Processor time. */
  readonly seconds: number
}

export interface Ran {
  readonly record: RunRecord
  readonly rewriting: Rewriting
  readonly measured: Measured
  /** Milliseconds of `performance.now()`. */
  readonly beganAt: number
  readonly endedAt: number
  /** The number of the test for which the judge ended the process, because it took longer than it may. */
  readonly overdue: number | undefined
  /** A line on the judge's pipe that its code did not write. */
  readonly forged: string | undefined
}

let runs = 0

/** Runs tests once, in a fresh tree and a process of their own. */
export function runTests(plan: RunPlan, around: Surroundings): Promise<Ran> {
  const rewritten = rewriting(plan.sites, plan.unused)
  const { onDisk = [] } = plan
  const hides = (file: string) => !plan.suite.shown && onDisk !== 'all' && !onDisk.includes(file)
  return inTree({ ...plan, hides }, rewritten, around, (folder, hidden) =>
    observe(plan, around, { rewritten, hidden }, { folder, job: `${folder}-job` }),
  )
}

/** Composes a fresh tree for one process, and removes it afterwards. */
export async function inTree<T>(
  { suite, files, hides }: Pick<RunPlan, 'suite' | 'files'> & { readonly hides: (file: string) => boolean },
  rewritten: Pick<Rewriting, 'rewrite'>,
  around: Surroundings,
  use: (folder: string, hidden: HiddenFiles) => Promise<T>,
): Promise<T> {
  const { sandbox, scratch } = around
  runs += 1
  const folder = path.join(scratch, `pytest-${String(process.pid)}-${String(runs)}`)
  const shown = `${folder}-shown`
  try {
    const hidden = await compose(suite, files, rewritten, sandbox, { folder, shown }, hides)
    await provideLibraries(suite, around, path.join(shown, 'nothing'))
    return await use(folder, hidden)
  } finally {
    await removeFolder(folder)
  }
}

/** Shows the judge's code, the stand-ins and the environment, and covers installed libraries of the project's names. */
async function provideLibraries(
  { modules, environment }: LibrarySuite,
  { sandbox, masks }: Surroundings,
  nothing: string,
) {
  await mkdir(nothing, { recursive: true })
  const shown = [SOURCES, ...modules.filter((folder) => existsSync(folder)), ...(environment?.folders ?? [])]
  for (const each of shown) await sandbox.provide(each, each)
  // Only mounts can cover: elsewhere the finder of names does it alone.
  if (sandbox.name === 'bubblewrap') for (const mask of masks) await sandbox.provide(nothing, mask)
}

async function observe(
  plan: RunPlan,
  { sandbox, python, onTest, signal }: Surroundings,
  { rewritten, hidden }: { readonly rewritten: Rewriting; readonly hidden: HiddenFiles },
  places: { readonly folder: string; readonly job: string },
): Promise<Ran> {
  const keys = { report: randomBytes(32), site: randomBytes(32) }
  const record = new RunRecord(rewritten.sites, onTest)
  using clock = new TestClock(plan.wanted?.map(({ seconds }) => seconds) ?? [])
  const messages = new Messages(keys, (message) => {
    record.take(message)
    clock.follow(record.running)
  })
  await writeFile(places.job, JSON.stringify({ ...jobOf(plan, rewritten, keys), texts: inBase64(hidden) }), {
    mode: 0o600,
  })
  const beganAt = performance.now()
  const ranAs = (measured: Measured): Ran => {
    const [{ overdue }, { forged }] = [clock, messages]
    return { record, rewriting: rewritten, measured, beganAt, endedAt: performance.now(), overdue, forged }
  }
  try {
    const measured = await sandbox.measure({
      argv: [python, '-I', '-B', path.join(SOURCES, 'observe.py')],
      cwd: places.folder,
      input: places.job,
      env: {
        PYTHONDONTWRITEBYTECODE: '1',
        PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1',
        ...pythonPath(plan.suite),
        ...plan.suite.env,
      },
      limits: limitsFor(plan.seconds),
      onOutput: (chunk) => {
        messages.push(chunk)
      },
      signal: AbortSignal.any([signal, clock.signal]),
    })
    return ranAs(measured)
  } catch (error) {
    if (!clock.isReason(error)) throw error
    return ranAs(stoppedAfter((performance.now() - beganAt) / 1000))
  } finally {
    await removeFolder(places.job)
  }
}

function inBase64(files: HiddenFiles): Readonly<Record<string, string>> {
  return Object.fromEntries([...files].map(([file, content]) => [file, content.toString('base64')]))
}

/** Nobody knows what a process used that was stopped. */
function stoppedAfter(wallSeconds: number): Measured {
  return { code: null, signal: 'SIGKILL', cpuSeconds: 0, wallSeconds, memoryBytes: 0, errors: '', channel: '' }
}

/** For the interpreters that tests start themselves. */
function pythonPath({ modules }: LibrarySuite): Record<string, string> {
  return modules.length === 0 ? {} : { PYTHONPATH: modules.join(':') }
}

function jobOf(plan: RunPlan, { names }: Rewriting, keys: { readonly report: Buffer; readonly site: Buffer }) {
  const { suite, wanted } = plan
  return {
    key: keys.report.toString('hex'),
    siteKey: keys.site.toString('hex'),
    names,
    tests: suite.tests,
    project: suite.names,
    modules: suite.modules,
    plugins: suite.plugins,
    imports: plan.imports,
    allowed: plan.allowed,
    wanted: wanted?.map(({ node }) => node) ?? null,
    seconds: wanted?.map(({ seconds }) => seconds) ?? [],
    shown: suite.shown,
    ends: plan.ends,
  }
}

/** Limits of one process of tests. */
export function limitsFor(seconds: number): MeasuredLimits {
  return {
    cpuSeconds: seconds,
    wallSeconds: seconds,
    memoryBytes: 2048 * MiB,
    outputBytes: 256 * MiB,
    diskBytes: 512 * MiB,
    files: 50_000,
    processes: 256,
  }
}
