import type { SandboxName, Verdict } from '../../contracts/schema.ts'
import type { MissionKind } from '../../contracts/vocabulary.ts'
import { mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import pLimit from 'p-limit'
import { withTimeout } from '../../lib/async/deadline.ts'
import { DeadlineExceeded, Interrupted, messageOf } from '../../errors.ts'
import { groupBy } from '../../lib/collections/group-by.ts'
import { removeFolder } from '../../lib/files/remove.ts'
import { MiB, mebibytes } from '../../lib/wording/bytes.ts'
import type { SandboxLimits } from '../../sandbox/limits.ts'
import { Testers, type TesterOptions } from '../../testers/index.ts'
import type { TrialLimits } from '../../trial/trial.ts'
import type { Attack } from './attacks.ts'
import { attempt, type Attempt, type Attempted, type Surroundings } from './attempt.ts'
import { disagreements, short } from './expectations.ts'
import { harm } from './inert.ts'
import { innocent } from './innocent.ts'
import { leftovers, machineState } from './machine.ts'
import { Family } from './processes.ts'
import { GROUPS } from './schema.ts'
import { privateTemporaryFolder } from './temporary.ts'

/** The result of one check of the suite. */
export interface Result {
  readonly name: string
  readonly status: 'passed' | 'failed' | 'skipped'
  /** The verdicts if passed, the problems if failed, the missing requirements if skipped. */
  readonly lines: readonly string[]
  readonly seconds: number
}

export interface Suite {
  readonly attacks: readonly Attack[]
  readonly sandbox: SandboxName
  /** Inputs are drawn from it. */
  readonly seed: string
  /** Requirements of attacks that the machine meets. */
  readonly has: ReadonlySet<string>
  readonly testers: TesterOptions
  readonly signal: AbortSignal
  readonly onResult: (result: Result) => void
}

/** Attacks at a time; an attack with a neighbour runs alone with it. */
const AT_ONCE = 2

/**
 * Runs attacks in real trials, with innocent projects beside and after them, and checks that they leave nothing behind on
 * the machine.
 * @throws Interrupted if the suite is stopped
 */
export async function runSuite(suite: Suite): Promise<Result[]> {
  const results: Result[] = []
  const add = (result: Result) => {
    results.push(result)
    suite.onResult(result)
  }
  using family = new Family()
  await using temporary = await privateTemporaryFolder()
  const before = await machineState(temporary)
  const folder = await mkdtemp(path.join(temporary.path, 'runs-'))
  try {
    await using testers = new Testers(suite.testers)
    const surroundings = { sandbox: suite.sandbox, seed: suite.seed, testers, folder, signal: suite.signal }
    for (const group of GROUPS) {
      const attacks = suite.attacks.filter(({ definition }) => definition.group === group)
      await runGroup(group, attacks, suite, surroundings, add)
    }
  } finally {
    await removeFolder(folder)
  }
  add(await timed('nothing is left behind on the machine', () => leftovers(before, temporary, family)))
  return results
}

async function runGroup(
  group: string,
  attacks: readonly Attack[],
  suite: Suite,
  surroundings: Surroundings,
  add: (result: Result) => void,
): Promise<void> {
  const runnable = attacks.filter((attack) => missing(attack, suite).length === 0)
  for (const attack of attacks) {
    const lacks = missing(attack, suite)
    if (lacks.length > 0)
      add({ name: attack.name, status: 'skipped', lines: [`needs ${lacks.join(', ')}`], seconds: 0 })
  }
  if (runnable.length === 0) return
  const limit = pLimit(AT_ONCE)
  const concurrent = runnable.filter(({ definition }) => !definition.neighbour)
  await Promise.all(concurrent.map((attack) => limit(async () => add(await runAttack(attack, surroundings)))))
  for (const attack of runnable.filter(({ definition }) => definition.neighbour)) {
    const done = runAttack(attack, surroundings)
    const neighbour = runNeighbours(attack.name, done, surroundings, suite.has, group === 'window')
    add(await done)
    add(await neighbour)
  }
  add(
    await timed(`innocent projects after "${group}"`, () =>
      innocentProblems(surroundings, suite.has, group === 'window'),
    ),
  )
}

function missing({ definition, tester }: Attack, { sandbox, has, testers }: Suite): string[] {
  const weak = definition.sandbox === 'bubblewrap' && sandbox !== 'bubblewrap'
  return [
    ...(weak ? ['the bubblewrap sandbox'] : []),
    ...(tester === undefined || testers.own?.some(({ name }) => name === tester) === true
      ? []
      : [`the tester "${tester}"`]),
    ...definition.needs.filter((need) => !has.has(need)).map((need) => NEEDS[need]),
  ]
}

const NEEDS = {
  root: 'root',
  python: 'python',
  pytest: 'pytest (npm run setup -- codeprojecteval)',
  filter: 'a system call filter',
  key: 'kernel keyrings, and Perl to store a key in them',
  compilers: 'g++, make and valgrind',
  chromedriver: 'chromedriver and python3 with selenium (npm run setup -- projecteval)',
  desktop: 'Xvfb, tesseract and more (npm run setup -- desktop)',
} as const

/** Milliseconds beyond its own limits after which a trial counts as hanging. */
const PATIENCE = 30_000

/** Bytes by which the memory of the harness may grow during one attack. */
const MOST_GROWTH = 1024 * MiB

async function runAttack(attack: Attack, surroundings: Surroundings): Promise<Result> {
  const { definition, solution } = attack
  const limits = trialLimits(attack)
  const memory = process.memoryUsage.rss()
  let outcome = ''
  const result = await timed(attack.name, async () => {
    const attempted = await attemptWithDeadline(
      {
        solution,
        ...(await attack.judgedBy()),
        limits,
        sandboxLimits: sandboxLimits(attack),
        installNetwork: attack.definition.installNetwork,
      },
      surroundings,
    )
    const { record } = attempted
    outcome = [record.outcome, ...verdictTexts(definition.kind, record.verdicts)].join(', ')
    const growth = process.memoryUsage.rss() - memory
    return [
      ...disagreements(definition, record),
      ...(await harm(attempted, solution)),
      ...(growth > MOST_GROWTH ? [`the memory of the harness grew by ${mebibytes(growth)}`] : []),
    ]
  })
  return result.status === 'passed' ? { ...result, lines: [outcome] } : result
}

/** Each verdict; of a library, which is judged by dozens of tests, the number of each status. */
function verdictTexts(kind: MissionKind, verdicts: readonly Pick<Verdict, 'testcode' | 'status'>[]): string[] {
  if (kind !== 'library') return verdicts.map(({ testcode, status }) => `${testcode} ${status}`)
  const groups = groupBy(verdicts, ({ status }) => status)
  return [...groups].map(([status, same]) => `${String(same.length)} tests ${status}`)
}

/**
 * Stops an attempt that exceeds its deadline, so that it does not run beside the next one.
 * @throws DeadlineExceeded if it took longer than all of its limits allow
 */
async function attemptWithDeadline(setup: Attempt, surroundings: Surroundings): Promise<Attempted> {
  const { limits } = setup
  const controller = new AbortController()
  const signal = AbortSignal.any([surroundings.signal, controller.signal])
  const done = attempt(setup, { ...surroundings, signal })
  // If a failure may be the machine's fault, the trial runs a control and a second attempt.
  const deadline = 2 * (limits.install + limits.start + limits.trial + PATIENCE)
  try {
    return await withTimeout(done, deadline, 'the trial did not end')
  } catch (error) {
    controller.abort(new DeadlineExceeded('it took too long'))
    await withTimeout(done, PATIENCE, '').catch(() => undefined)
    throw error
  }
}

/** Milliseconds. */
function trialLimits({ definition: { limits } }: Attack): TrialLimits {
  const { testcode = 5, start = 15, trial = 120 } = limits
  return { testcode: testcode * 1000, start: start * 1000, trial: trial * 1000, install: start * 1000 }
}

function sandboxLimits({ definition: { limits } }: Attack): Partial<SandboxLimits> {
  return {
    ...(limits.memory === undefined ? {} : { memory: limits.memory * MiB }),
    ...(limits.processes === undefined ? {} : { processes: limits.processes }),
    ...(limits.disk === undefined ? {} : { disk: limits.disk * MiB }),
  }
}

/** Judges innocent projects one after the other while the attack runs. */
async function runNeighbours(
  name: string,
  attacked: Promise<unknown>,
  surroundings: Surroundings,
  has: Suite['has'],
  withWindow: boolean,
): Promise<Result> {
  let isOver = false
  const end = attacked.finally(() => (isOver = true))
  end.catch(() => undefined)
  return timed(`innocent neighbours of ${name}`, async () => {
    for (;;) {
      const problems = await innocentProblems(surroundings, has, withWindow)
      if (isOver || problems.length > 0) return problems
    }
  })
}

async function innocentProblems(surroundings: Surroundings, has: Suite['has'], withWindow: boolean): Promise<string[]> {
  const problems: string[] = []
  const kinds = [
    ...(['website', 'batch', 'console'] as const),
    ...(has.has('compilers') ? (['source'] as const) : []),
    ...(withWindow && has.has('desktop') ? (['desktop'] as const) : []),
  ]
  for (const kind of kinds) {
    const { record } = await attempt(innocent(kind), surroundings)
    const bad = [record.runnable, ...record.verdicts].filter(({ status }) => status !== 'passed')
    problems.push(
      ...bad.map(({ testcode, status, reason }) => `${kind} ${testcode} is ${status}: ${short(reason ?? '')}`),
    )
  }
  return problems
}

/** Runs a check, which passes if it finds no problems. An error counts as a problem, except an interruption. */
async function timed(name: string, check: () => Promise<string[]>): Promise<Result> {
  const began = performance.now()
  const problems = await check().catch((error: unknown) => {
    if (error instanceof Interrupted) throw error
    return [`unexpected error: ${short(messageOf(error))}`]
  })
  const seconds = (performance.now() - began) / 1000
  return { name, status: problems.length === 0 ? 'passed' : 'failed', lines: problems, seconds }
}
