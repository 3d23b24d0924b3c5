import { MachineFault, UsageError } from '../errors.ts'
import { libraryPlanSchema, type LibraryPlan } from '../contracts/schema.ts'
import type {
  Mission,
  Suite,
  TesterEntry,
  Judgement,
  SessionSetup,
  SourceTarget,
  Testcode,
  TestSession,
} from '../contracts/types.ts'
import type { ToldTest } from './pytest/record.ts'
import { runTests, type Ran, type Surroundings } from './pytest/run.ts'
import { installedLibraries } from './pytest/installed.ts'
import { libraryFiles } from './pytest/tree.ts'
import {
  endedEarly,
  endedInImports,
  isOverTime,
  notCollected,
  suiteIsOver,
  tamperingOf,
  verdictOf,
} from './pytest/verdicts.ts'

/**
 * Runs the tests of a library with pytest, in the process of its code. That process is not believed: it tells what assertions
 * were given, and the judge, which alone knows what is expected, compares.
 */
export const pytest: TesterEntry = {
  name: 'pytest',
  accepts: ['source'],
  check(mission, suite, testcodes) {
    const tests = new Set(planOf(mission, suite, testcodes).calibration.tests.map(({ id }) => id))
    const without = suite.testcodes.find(({ id }) => mission.withheld?.[id] === undefined && !tests.has(id))
    if (without) throw new UsageError(`mission "${mission.id}": the plan has no test "${without.id}"`)
  },
  open(target, setup) {
    if (target.kind !== 'source') throw new MachineFault(`the tester "pytest" cannot judge a ${target.kind}`)
    return Promise.resolve(new PytestSession(target, setup, planOf(setup.mission, setup.suite, setup.testcodes)))
  },
}

function planOf(mission: Mission, suite: Suite, testcodes: unknown): LibraryPlan {
  const parsed = libraryPlanSchema.safeParse(testcodes)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const where = issue?.path.map(String).join('.') ?? ''
  throw new UsageError(`mission "${mission.id}", suite "${suite.id}": ${where}: ${issue?.message ?? 'is no plan'}`)
}

// ---- session -------------------------------------------------------------------------------------------------------

type JudgedTest = LibraryPlan['calibration']['tests'][number]

/** Runs of a suite. After a test in which the process ended, the rest is run in another one. */
const MOST_RUNS = 12

/** Files and folders of a project that a reason names. */
const MOST_PLACES = 10

interface TimeLimits {
  /** A test may take this multiple of its time on the reference, and at least `shortest` seconds. */
  readonly factor: number
  readonly shortest: number
  /**
   * A run, imports included, may take this multiple of the processor time of the reference, and at least `shortestRun` seconds. All
   * runs of a suite together may take as long as one run and `shortest` for each of the most runs.
   */
  readonly factorRun: number
  readonly shortestRun: number
}

const LIMITS: TimeLimits = { factor: 10, shortest: 30, factorRun: 5, shortestRun: 120 }

/** All tests of a suite run in one process, when the first of them is judged. */
export class PytestSession implements TestSession {
  readonly #target: SourceTarget
  readonly #setup: SessionSetup
  readonly #plan: LibraryPlan
  readonly #limits: TimeLimits
  #begun = false
  #verdicts: Promise<ReadonlyMap<string, Judgement>> | undefined

  constructor(target: SourceTarget, setup: SessionSetup, plan: LibraryPlan, limits = LIMITS) {
    this.#limits = limits
    this.#target = target
    this.#setup = setup
    this.#plan = plan
  }

  /** Whether the project has a library with which any test begins. */
  async runnable(): Promise<Judgement> {
    const { suite, calibration } = this.#plan
    if (libraryFiles(this.#target.workspace.files, suite).length === 0)
      return { status: 'failed', reason: this.#misplaced(), evidence: {} }
    this.#verdicts ??= this.#judgeAll()
    const [first] = (await this.#verdicts).values()
    // The time is that of the tests.
    if (this.#begun || calibration.tests.length === 0) return { status: 'passed', evidence: {}, milliseconds: 0 }
    return { status: 'failed', reason: `no test begins: ${first?.reason ?? ''}`, evidence: {}, milliseconds: 0 }
  }

  #misplaced(): string {
    const places = new Set(this.#target.workspace.files.map(({ path }) => path.replace(/\/.*/, '/')))
    const found = [...places].slice(0, MOST_PLACES).join(', ')
    return `the project has no file in ${this.#plan.suite.sources.join(', ')}: it has ${found === '' ? 'no file at all' : found}`
  }

  async judge({ id }: Testcode): Promise<Judgement> {
    this.#verdicts ??= this.#judgeAll()
    const verdict = (await this.#verdicts).get(id)
    if (!verdict) throw new MachineFault(`the plan has no test "${id}"`)
    return verdict
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve()
  }

  async #judgeAll(): Promise<ReadonlyMap<string, Judgement>> {
    const { suite, calibration } = this.#plan
    const { sandbox, workspace } = this.#target
    const { scratch, python, signal } = this.#setup
    if (suite.environment === undefined && python.program !== calibration.python)
      throw new MachineFault(
        `the tests were calibrated with ${calibration.python}, and this run has ${python.program}: set PE_PYTHON, not --python`,
      )
    const masks = await installedLibraries(python.program, suite)
    const all = calibration.tests.length
    let ended = 0
    const onTest = () => {
      ended = Math.min(ended + 1, all)
      this.#setup.onEnded?.(ended, all)
    }
    const around = { sandbox, scratch, python: calibration.python, masks, onTest, signal }
    const verdicts = new Map<string, Judgement>()
    let left = [...calibration.tests]
    const { run: most, suite: mostInAll } = this.#mostSecondsOfRuns()
    let spent = 0
    for (let run = 1; left.length > 0; run += 1) {
      const seconds = Math.min(most, mostInAll - spent)
      const ran = await this.#run(left, around, workspace.files, seconds)
      spent += spentIn(ran, seconds)
      if (ran.record.tests.size > 0) this.#begun = true
      const tampering = suite.shown ? [] : tamperingOf(ran)
      if (tampering.length > 0) return voided(calibration.tests, tampering)
      const stopped = ran.overdue ?? left.findIndex((_, index) => ran.record.tests.get(index)?.done === false)
      const isCutShort = seconds < most && ran.measured.limit === 'time'
      const isOver = isCutShort || (stopped !== -1 && spent >= mostInAll)
      for (const [index, test] of left.entries()) {
        const told = ran.record.tests.get(index)
        const isStopped = index === stopped
        if (told && (told.done || isStopped))
          verdicts.set(test.id, this.#verdictOf(test, isStopped ? { ...told, done: false } : told, ran))
        else if (isOver) verdicts.set(test.id, { ...suiteIsOver(mostInAll), milliseconds: 0 })
        else if (stopped === -1 || run >= MOST_RUNS)
          verdicts.set(test.id, { ...unbegun(test, ran, suite.shown), milliseconds: 0 })
      }
      left = left.filter(({ id }) => !verdicts.has(id))
    }
    return verdicts
  }

  #verdictOf(test: JudgedTest, told: ToldTest, ran: Ran): Judgement {
    const { suite, calibration } = this.#plan
    const most = this.#mostSeconds(test)
    const judged = { ...test, most }
    const verdict = verdictOf(judged, told, ran, calibration.sites, suite.shown)
    // A busy judge hears late that a test began: one whose own time was over took no less than that.
    const least = !told.done && isOverTime(ran) ? most * 1000 : 0
    const took = told.done ? (told.last - told.began) * 1000 : ran.endedAt - told.heard
    return { ...verdict, milliseconds: Math.max(least, took) }
  }

  /** Seconds that a test may take. */
  #mostSeconds({ seconds }: JudgedTest): number {
    return Math.max(this.#limits.shortest, this.#limits.factor * seconds)
  }

  /** Seconds that one run may take, and all together. */
  #mostSecondsOfRuns(): { readonly run: number; readonly suite: number } {
    const { factorRun, shortestRun, shortest } = this.#limits
    const run = Math.max(shortestRun, factorRun * this.#plan.calibration.seconds)
    return { run, suite: run + MOST_RUNS * shortest }
  }

  #run(
    tests: readonly JudgedTest[],
    around: Surroundings,
    files: SourceTarget['workspace']['files'],
    seconds: number,
  ): Promise<Ran> {
    const { suite, calibration } = this.#plan
    return runTests(
      {
        suite,
        files,
        sites: suite.shown ? [] : calibration.sites,
        unused: suite.shown ? [] : calibration.unused,
        onDisk: calibration.onDisk,
        imports: calibration.imports,
        allowed: calibration.allowed,
        wanted: tests.map((test) => ({ node: test.node, seconds: this.#mostSeconds(test) })),
        ends: !suite.shown,
        seconds,
      },
      around,
    )
  }
}

/** Seconds of a run that count: it may compute and wait as long as `most` each, and what is longer is a busy machine's. */
function spentIn({ beganAt, endedAt }: Ran, most: number): number {
  return Math.min((endedAt - beganAt) / 1000, 2 * most)
}

function unbegun(test: JudgedTest, ran: Ran, shown: boolean): Judgement {
  if (ran.record.ended) return notCollected(test, ran, shown)
  return ran.record.tests.size === 0 ? endedInImports(ran) : endedEarly(ran)
}

/** A project that touches the judge has no result: nothing that its process told can be believed. */
function voided(tests: readonly JudgedTest[], tampering: readonly string[]): ReadonlyMap<string, Judgement> {
  const reason = `tampering, which voids the suite: ${tampering.slice(0, 5).join('; ')}`.slice(0, 1000)
  const evidence = { log: tampering.join('\n').slice(0, 10_000) }
  return new Map(tests.map(({ id }) => [id, { status: 'failed', reason, evidence, milliseconds: 0 }]))
}
