import { Deadline, throwIfAborted, unlessAborted } from '../lib/async/deadline.ts'
import { spend } from '../lib/async/ledger.ts'
import type { TrialInputs } from './inputs.ts'
import { isJudged, pointsFor } from '../contracts/points.ts'
import type { Answers, Status, TrialKey, Verdict } from '../contracts/schema.ts'
import { countedSuites, countedTestcodes } from '../contracts/suites.ts'
import type { Judgement, Mission, TrialEvent, Suite, Testcode, TestSession } from '../contracts/types.ts'

export interface Judging {
  readonly key: TrialKey
  readonly mission: Mission
  readonly limits: { readonly trial: number }
  readonly emit: (event: TrialEvent) => void
  readonly inputs: TrialInputs
  readonly signal: AbortSignal
  /** Returns a problem of the machine that may be the cause of a failure; undefined if there is none. */
  readonly machineProblem?: () => Promise<string | undefined>
  /** True: judging stops at the first doubtful verdict, because later ones would depend on the state that it left. */
  readonly stopsAtDoubt?: boolean
  /** Measures the time of judging. */
  readonly stage?: <T>(name: 'judge', action: () => Promise<T>) => Promise<T>
  /** Filled during judging, so that earlier verdicts are kept if it throws. */
  readonly soFar?: JudgedSoFar
  /** Number of points, including the runnable one, that an earlier attempt settled. Their verdicts are not emitted again. */
  readonly known?: number
}

export interface AllVerdicts {
  readonly runnable: Verdict
  readonly verdicts: Verdict[]
}

/** Verdicts and doubts of one attempt at a project. */
export interface Judged {
  readonly points: readonly Verdict[]
  /** Names of unjudged points that the project may have caused. */
  readonly doubtful: ReadonlySet<string>
  /** Names of points whose verdicts were not emitted because they may still change. */
  readonly held: ReadonlySet<string>
}

/** The same, during judging. */
export interface JudgedSoFar {
  /** By name, in order. */
  readonly verdicts: Map<string, Verdict>
  readonly doubtful: Set<string>
  readonly held: Set<string>
}

export function nothingYet(): JudgedSoFar {
  return { verdicts: new Map(), doubtful: new Set(), held: new Set() }
}

/** The name of the runnable point among the verdicts. */
export const RUNNABLE = 'runnable'

/** Opens the session of a suite. The session of the previous suite has been closed. */
export type OpenSession = (suite: Suite) => Promise<TestSession>

/**
 * Judges the runnable point, by the first suite, and then all testcodes that count, suite by suite. Stops at the first doubtful
 * verdict if `stopsAtDoubt` is set.
 */
export async function judgeAll(judging: Judging, open: OpenSession, answers: Answers): Promise<Judged> {
  using deadline = new Deadline(judging.limits.trial)
  const worth = worthOf(judging.mission)
  const { verdicts, doubtful, held } = judging.soFar ?? nothingYet()
  /** Milliseconds for which the harness waited for a model of its own. */
  let waited = 0
  const stops = () => judging.stopsAtDoubt === true && doubtful.size > 0
  for (const [index, suite] of countedSuites(judging.mission).entries()) {
    if (stops()) break
    await using session = await open(suite)
    const judge = () => judgeSuite(suite, session, index === 0)
    await (judging.stage ? judging.stage('judge', judge) : judge())
  }
  return { points: [...verdicts.values()], doubtful, held }

  async function judgeSuite(suite: Suite, session: TestSession, isFirst: boolean): Promise<void> {
    const timed = (judge: () => Promise<Judgement>) => (session.keepsTime === true ? judge() : spend('program', judge))
    if (isFirst) await judgePoint(RUNNABLE, () => timed(() => session.runnable()))
    for (const testcode of suite.testcodes) {
      if (stops()) break
      throwIfAborted(judging.signal)
      const values = Object.hasOwn(answers, testcode.id) ? (answers[testcode.id] ?? {}) : {}
      const told =
        withheldOf(judging.mission, testcode.id) ??
        dependency(testcode, verdicts) ??
        differingValue(judging.mission, testcode, answers)
      if (told) tell(testcode.id, told, 0)
      else if (deadline.left + waited <= 0) tell(testcode.id, over(judging.limits.trial), 0)
      else await judgePoint(testcode.id, () => timed(() => session.judge(testcode, values)))
    }
  }

  async function judgePoint(name: string, judge: () => Promise<Judgement>): Promise<void> {
    throwIfAborted(judging.signal)
    const began = performance.now()
    judging.inputs.begin()
    const judgement = await unlessAborted(blamed(judging, judge()), judging.signal)
    // A judgement made during an abort proves nothing about the project.
    throwIfAborted(judging.signal)
    waited += judgement.waited ?? 0
    if (isDoubtful(name, judgement)) doubtful.add(name)
    const milliseconds = Math.round(judgement.milliseconds ?? performance.now() - began)
    tell(name, reproducible(judgement, judging.inputs), milliseconds)
  }

  function tell(name: string, told: Judgement, milliseconds: number): void {
    const verdict: Verdict = { ...verdictOf(name, told, worth), milliseconds }
    const isNew = verdicts.size >= (judging.known ?? 0)
    verdicts.set(name, verdict)
    if (!isNew) return
    if (mayChange(judging, verdict, doubtful)) held.add(name)
    else judging.emit({ type: 'verdict', trial: judging.key, verdict })
  }
}

/**
 * Whether a point is unjudged without proof that the machine is at fault. A timeout of the homepage, or of a first run, is doubtful,
 * too, because a machine with cold caches may be the cause.
 */
function isDoubtful(name: string, { status, fault }: Judgement): boolean {
  return status === 'unjudged' ? fault !== 'machine' : name === RUNNABLE && status === 'timeout'
}

/** Whether a verdict may still change: it is doubtful, or it depends on a doubtful one. */
function mayChange({ mission }: Judging, { testcode, status }: Verdict, doubtful: ReadonlySet<string>): boolean {
  if (doubtful.has(testcode)) return true
  return status === 'unjudged' && doubtful.size > 0 && withheldOf(mission, testcode) === undefined
}

/** The same verdict for all points, if nothing could be judged. */
export function verdictsForAll(mission: Mission, status: Status, reason: string): AllVerdicts {
  const worth = worthOf(mission)
  const verdict = (testcode: string): Verdict => ({
    ...verdictOf(testcode, { ...(mission.withheld?.[testcode] ?? { status, reason }), evidence: {} }, worth),
    milliseconds: 0,
  })
  return { runnable: verdict(RUNNABLE), verdicts: [...worth.keys()].filter((id) => id !== RUNNABLE).map(verdict) }
}

interface Worth {
  readonly points: number
  /** Set if the mission has several suites. */
  readonly suite?: string
}

/** The worth of each point of a mission, the runnable point first. */
function worthOf(mission: Mission): ReadonlyMap<string, Worth> {
  const suites = countedSuites(mission)
  const named = ({ id }: Suite) => (suites.length > 1 ? { suite: id } : {})
  const all = suites.flatMap((suite) =>
    suite.testcodes.map(({ id, points = 1 }) => [id, { points, ...named(suite) }] as const),
  )
  const [first] = suites
  const runnable = { points: mission.runnable === 'condition' ? 0 : 1, ...(first ? named(first) : {}) }
  return new Map([[RUNNABLE, runnable], ...all])
}

/** The verdict of a judgement, without its times and `fault`: doubtful points are listed separately. */
function verdictOf(
  testcode: string,
  { fault: _fault, waited: _waited, milliseconds: _milliseconds, earned, ...judgement }: Judgement,
  worth: ReadonlyMap<string, Worth>,
): Omit<Verdict, 'milliseconds'> {
  const { points: of, suite } = worth.get(testcode) ?? { points: 1 }
  return {
    testcode,
    ...(suite === undefined ? {} : { suite }),
    ...(judgement.status === 'timeout' ? { limit: 'time' as const } : {}),
    ...judgement,
    points: pointsFor(judgement.status, of, earned),
  }
}

/** Adds the drawn inputs to a judgement that did not pass, so that a person can repeat the steps. */
function reproducible(judgement: Judgement, inputs: TrialInputs): Judgement {
  const given = inputs.draws()
  if (judgement.status === 'passed' || Object.keys(given).length === 0) return judgement
  return { ...judgement, evidence: { ...judgement.evidence, given } }
}

/** If the machine was in trouble (disk full, no memory), a failure proves nothing: reports it as unjudged. */
async function blamed({ machineProblem }: Judging, judging: Promise<Judgement>): Promise<Judgement> {
  const judgement = await judging
  if (judgement.status === 'passed' || isUnknown(judgement)) return judgement
  const problem = await machineProblem?.()
  if (problem === undefined) return judgement
  return {
    ...judgement,
    status: 'unjudged',
    reason: `${problem}; before that: ${judgement.reason ?? judgement.status}`,
  }
}

function withheldOf({ withheld }: Mission, testcode: string): Judgement | undefined {
  const found = withheld?.[testcode]
  return found && { ...found, evidence: {} }
}

function over(limit: number): Judgement {
  return { status: 'timeout', reason: `the trial reached its limit of ${String(limit / 1000)} s before`, evidence: {} }
}

/** The judgement of a testcode that needs one that did not pass; `unjudged` only if none of those has a known verdict. */
export function dependency(testcode: Testcode, verdicts: ReadonlyMap<string, Verdict>): Judgement | undefined {
  const needed = (testcode.needs ?? []).map((id) => verdicts.get(id)).filter((verdict) => verdict !== undefined)
  const open = needed.filter(({ status }) => status !== 'passed')
  const decisive = open.find((verdict) => !isUnknown(verdict)) ?? open[0]
  if (!decisive) return undefined
  const reason = `needs "${decisive.testcode}", which is ${decisive.status}`
  return { status: isUnknown(decisive) ? 'unjudged' : 'blocked', reason, evidence: {} }
}

function isUnknown({ status }: Pick<Verdict, 'status'>): boolean {
  return !isJudged(status)
}

// ---- one value -----------------------------------------------------------------------------------------------------

/**
 * Refuses a value that differs from the one of an earlier testcode, in missions with windows. There, a thing is at one place in all
 * testcodes; values that differ could tell the program by its input which testcode runs, or point at another part of a picture
 * that shows all expected values at once.
 */
function differingValue(mission: Mission, { id, parameters = [] }: Testcode, answers: Answers): Judgement | undefined {
  if (mission.kind !== 'desktop') return undefined
  for (const name of parameters) {
    const own = valueOf(answers, id, name)
    if (own === undefined) continue
    const first = countedTestcodes(mission).find((each) => valueOf(answers, each.id, name) !== undefined)
    if (first === undefined || JSON.stringify(valueOf(answers, first.id, name)) === JSON.stringify(own)) continue
    const reason = `the value of "${name}" differs from the one for "${first.id}", and must be the same for all testcodes`
    return { status: 'bad-parameter', reason, evidence: {} }
  }
  return undefined
}

function valueOf(answers: Answers, testcode: string, name: string): unknown {
  const values = Object.hasOwn(answers, testcode) ? answers[testcode] : undefined
  return values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined
}
