import { AgentStage } from './agent-stage.ts'
import { AgentFault, Interrupted, ProjectFault, UsageError, firstThrown, messageOf } from '../errors.ts'
import { Feedback } from './feedback.ts'
import { judgeProject, type Judged } from './judge-project.ts'
import { verdictsForAll, type AllVerdicts } from './judge.ts'
import { SCHEMA_VERSION, type AgentUse, type Outcome, type TrialRecord, type Verdict } from '../contracts/schema.ts'
import { withLedger } from '../lib/async/ledger.ts'
import { verdictsOf } from '../lib/statistics/tries.ts'
import { inPlace } from './place.ts'
import { StageClock } from './stage-clock.ts'
import { chosenBySuite, chosenOf, entryOf, ofSuite, type JudgedProject } from './submissions.ts'
import { suitesOf } from './suites-of.ts'
import { pointsOf } from '../contracts/points.ts'
import { countedSuites, submissionSuites } from '../contracts/suites.ts'
import type { Mission, Submissions } from '../contracts/types.ts'
import type { Trial } from './setup.ts'

export type { TrialLimits } from './attempt.ts'
export type { Trial } from './setup.ts'

/**
 * Runs one trial, from the mission to its verdicts. The result of each stage is on disk before the next one begins, and an
 * existing result is reused. A project that may itself have caused an unjudged verdict is judged a second time,
 * in a fresh sandbox.
 * @throws Interrupted if the run was stopped: the trial can be resumed
 */
export async function runTrial(given: Trial): Promise<TrialRecord> {
  const told = new Set<string>()
  const trial: Trial = {
    ...given,
    emit(event) {
      if (event.type === 'verdict') told.add(event.verdict.testcode)
      given.emit(event)
    },
  }
  const record = await judgedRecord(trial)
  // Verdicts without an event: of a project that was not run to its end, or of the submission that was chosen at the end.
  for (const verdict of verdictsOf(record))
    if (!told.has(verdict.testcode)) trial.emit({ type: 'verdict', trial: trial.key, verdict })
  return record
}

async function judgedRecord(trial: Trial): Promise<TrialRecord> {
  const parts = partsOf(trial)
  const { submissions } = trial.mission
  try {
    const judge = (): Promise<Result> => (submissions ? judgeSubmissions(parts, submissions) : judgeReturned(parts))
    const result = await withLedger(parts.clock.ledger, judge)
    return await recordOf(parts, result.outcome, result)
  } catch (error) {
    return await recordOf(parts, ...outcomeOf(trial, error))
  }
}

/**
 * Runs only the agent's part of a trial; the project is judged later.
 * @returns A record only if there is nothing to judge: the agent gave no project, or the harness failed
 * @throws Interrupted if the run was stopped
 */
export async function runAgent(trial: Trial): Promise<TrialRecord | undefined> {
  const parts = partsOf(trial)
  const { clock, agent } = parts
  try {
    await unlessItSubmitted(parts, async () => {
      const project = await clock.stage('generate', () => agent.generate())
      await clock.stage('answer', () => agent.answer(project))
    })
    return undefined
  } catch (error) {
    return await recordOf(parts, ...outcomeOf(trial, error))
  }
}

interface Parts {
  readonly trial: Trial
  readonly clock: StageClock
  readonly agent: AgentStage
  readonly feedback: Feedback
}

function partsOf(trial: Trial): Parts {
  const clock = new StageClock(trial)
  const feedback = new Feedback(trial, clock)
  return { trial, clock, feedback, agent: new AgentStage(trial, feedback, clock) }
}

type Result = AllVerdicts &
  Partial<Pick<TrialRecord, ResultField>> & {
    readonly outcome: Outcome
    /** The numbers of the submissions that count: several if the best of each suite does. */
    readonly counts?: readonly number[]
    /** The number of the submission that the suites after the end of the work judged. */
    readonly reviewed?: number
  }
type ResultField = 'reason' | 'log' | 'fault' | 'failedAt' | 'attempts' | 'controls'

/** For a mission with one submission: judges the project that the agent returns. */
async function judgeReturned({ trial, clock, agent }: Parts): Promise<Judged> {
  const project = await clock.stage('generate', () => agent.generate())
  // Asked before there is a place, so that no place waits for a model. The project is frozen already.
  const answers = await clock.stage('answer', () => agent.answer(project))
  return await inPlace(trial, () => judgeProject(trial, clock, { project, answers: () => Promise.resolve(answers) }))
}

/**
 * For a mission with several submissions: the project that the agent returns is the last one. Returns the result of the submission
 * that counts.
 */
async function judgeSubmissions(parts: Parts, { counts, most }: Submissions): Promise<Result> {
  const { clock, agent, feedback } = parts
  let returned: number | undefined
  const fault = await unlessItSubmitted(parts, async () => {
    const project = await clock.stage('generate', () => agent.generate())
    const answers = await clock.stage('answer', () => agent.answer(project))
    returned = await feedback.takeReturned(project, answers)
    if (returned === undefined)
      agent.keep({ notes: [`the returned project was not judged: all ${most} submissions were used before`] })
  })
  if (fault) agent.keep({ notes: [`the agent failed after it had submitted: ${messageOf(fault)}`] })
  await feedback.judgeRest()
  const why = fault ? { fault: fault.kind } : {}
  if (parts.trial.mission.submissions?.bySuite === true) return { ...(await bestOfEachSuite(parts)), ...why }
  const chosen = chosenOf(await feedback.judged('submissions'), counts, returned)
  if (!chosen) throw new TypeError('a trial whose agent gave a project has a submission')
  const { judged, number } = chosen
  return { ...judged, counts: [number], ...why }
}

/** The best submission of each suite; then the suites that wait for the end of the work judge what counts. */
async function bestOfEachSuite(parts: Parts): Promise<Result> {
  const { feedback } = parts
  const { mission } = parts.trial
  const chosen = chosenBySuite(submissionSuites(mission), await feedback.judged('submissions'))
  const counting = chosen.flatMap((each) => each.chosen ?? [])
  const decisive = counting.find(({ judged }) => judged.outcome === 'judged') ?? counting[0]
  if (decisive === undefined) throw new TypeError('a trial whose agent gave a project has a submission')
  const after = await lowestAfterwards(counting, parts)
  const nothing = verdictsForAll(mission, 'not-run', 'nothing was submitted for it')
  const verdicts = chosen.flatMap(({ suite, chosen: best }) =>
    best === undefined
      ? nothing.verdicts.filter((verdict) => verdict.suite === suite)
      : ofSuite(best.judged, suite).verdicts.map((verdict) => ({ ...verdict, ...nameOf(mission, suite) })),
  )
  const { judged } = decisive
  return {
    ...judged,
    runnable: { ...judged.runnable, ...nameOf(mission, countedSuites(mission)[0]?.id ?? '') },
    verdicts: [...verdicts, ...(after?.verdicts ?? [])],
    counts: counting.map(({ number }) => number),
    ...(after === undefined ? {} : { reviewed: after.number }),
  }
}

/**
 * The suites that wait judge each project that counts, and the lowest score is taken. So nobody gains by submitting one project to be
 * run and another one to be read.
 */
async function lowestAfterwards(counting: readonly JudgedProject[], { trial: { mission }, feedback }: Parts) {
  const { afterwards = [] } = mission.submissions ?? {}
  const [only = ''] = afterwards
  const projects = [...new Map(counting.map((each) => [each.digest, each])).values()]
  const all: { readonly number: number; readonly verdicts: readonly Verdict[]; readonly earned: number }[] = []
  for (const { number } of afterwards.length === 0 ? [] : projects) {
    const { verdicts } = await feedback.judgeAfterwards(number)
    all.push({
      number,
      verdicts: afterwards.length > 1 ? verdicts : verdicts.map((each) => ({ ...each, ...nameOf(mission, only) })),
      earned: verdicts.reduce((sum, verdict) => sum + pointsOf(verdict).earned, 0),
    })
  }
  return all.toSorted((one, other) => one.earned - other.earned)[0]
}

function nameOf(mission: Mission, suite: string): Pick<Verdict, 'suite'> {
  return countedSuites(mission).length > 1 ? { suite } : {}
}

/**
 * Runs the agent. If it fails after a submission, the submissions count, and the agent is not asked again.
 * @returns The fault of the agent after a submission
 * @throws AgentFault if the agent fails without a submission
 */
async function unlessItSubmitted({ trial, agent, feedback }: Parts, run: () => Promise<void>) {
  const earlier = await trial.store.readFault()
  if (earlier) {
    agent.keep(earlier)
    return new AgentFault(earlier.reason, earlier.kind)
  }
  try {
    await run()
    return undefined
  } catch (error) {
    const fault = firstThrown(error)
    if (!(fault instanceof AgentFault) || !(await feedback.hasSubmissions())) throw error
    await trial.store.writeFault({ kind: fault.kind, reason: messageOf(fault), ...agent.told() })
    return fault
  }
}

/** Outcome and verdicts after an error outside the attempts. The class of the error says whose fault it is. */
function outcomeOf(trial: Trial, thrown: unknown): [Outcome, AllVerdicts & Partial<Result>] {
  const error = firstThrown(thrown)
  if (trial.signal.aborted || error instanceof Interrupted)
    throw error instanceof Interrupted ? error : new Interrupted('stopped', { cause: error })
  if (error instanceof UsageError) throw error
  const reason = messageOf(error)
  if (error instanceof AgentFault)
    return ['no-project', { ...verdictsForAll(trial.mission, 'not-run', reason), reason, fault: error.kind }]
  if (error instanceof ProjectFault) {
    const verdicts = verdictsForAll(trial.mission, 'not-run', reason)
    return ['not-launched', { ...verdicts, reason, log: error.output, failedAt: error.step }]
  }
  return ['unjudged', { ...verdictsForAll(trial.mission, 'unjudged', reason), reason }]
}

async function recordOf(
  { trial, clock, agent, feedback }: Parts,
  outcome: Outcome,
  result: AllVerdicts & Partial<Result>,
): Promise<TrialRecord> {
  const { runnable, verdicts, reason, fault, failedAt, attempts, controls, counts, reviewed } = result
  const use: AgentUse | undefined = await agent.use()
  await agent.writeTrajectory()
  const [submissions, checks] = [await feedback.judged('submissions'), await feedback.judged('checks')]
  const marked = (number: number) => ({
    ...(counts?.includes(number) === true ? { counts: true as const } : {}),
    ...(number === reviewed ? { reviewed: true as const } : {}),
  })
  return {
    schemaVersion: SCHEMA_VERSION,
    trial: trial.key,
    outcome,
    runnable,
    verdicts: [...verdicts],
    ...suitesOf(trial),
    ...(reason === undefined ? {} : { reason }),
    ...(fault === undefined ? {} : { fault }),
    ...(failedAt === undefined ? {} : { failedAt }),
    ...(attempts === undefined ? {} : { attempts }),
    ...(controls === undefined ? {} : { controls }),
    ...(use === undefined ? {} : { agent: use }),
    ...(submissions.length === 0
      ? {}
      : { submissions: submissions.map((each) => ({ ...entryOf(each), ...marked(each.number) })) }),
    ...(checks.length === 0 ? {} : { checks: checks.map(entryOf) }),
    log: (result.log ?? '').slice(-LONGEST_LOG),
    stages: agent.stages(clock.stages),
    ledger: clock.ledger.spent(),
    seconds: clock.seconds,
    startedAt: clock.startedAt,
  }
}

/** Most characters of a project's output in the record of its trial. */
const LONGEST_LOG = 20_000
