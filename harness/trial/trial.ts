import { AgentStage } from './agent-stage.ts'
import { AgentFault, Interrupted, ProjectFault, UsageError, firstThrown, messageOf } from '../errors.ts'
import { Feedback } from './feedback.ts'
import { judgeProject, type Judged } from './judge-project.ts'
import { verdictsForAll, type AllVerdicts } from './judge.ts'
import { SCHEMA_VERSION, type AgentUse, type Outcome, type TrialRecord } from '../contracts/schema.ts'
import { withLedger } from '../lib/async/ledger.ts'
import { verdictsOf } from '../lib/statistics/tries.ts'
import { inPlace } from './place.ts'
import { StageClock } from './stage-clock.ts'
import { chosenOf, entryOf } from './submissions.ts'
import { suitesOf } from './suites-of.ts'
import type { Submissions } from '../contracts/types.ts'
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
  return { trial, clock, feedback, agent: new AgentStage(trial, feedback) }
}

type Result = AllVerdicts &
  Partial<Pick<TrialRecord, ResultField>> & {
    readonly outcome: Outcome
    /** The number of the submission that counts. */
    readonly counts?: number
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
  const chosen = chosenOf(await feedback.judged('submissions'), counts, returned)
  if (!chosen) throw new TypeError('a trial whose agent gave a project has a submission')
  const { judged, number } = chosen
  return { ...judged, counts: number, ...(fault ? { fault: fault.kind } : {}) }
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
  const { runnable, verdicts, reason, fault, failedAt, attempts, controls, counts } = result
  const use: AgentUse | undefined = await agent.use()
  const [submissions, checks] = [await feedback.judged('submissions'), await feedback.judged('checks')]
  const counting = (number: number) => (number === counts ? { counts: true as const } : {})
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
      : { submissions: submissions.map((each) => ({ ...entryOf(each), ...counting(each.number) })) }),
    ...(checks.length === 0 ? {} : { checks: checks.map(entryOf) }),
    log: (result.log ?? '').slice(-LONGEST_LOG),
    stages: clock.stages,
    ledger: clock.ledger.spent(),
    seconds: clock.seconds,
    startedAt: clock.startedAt,
  }
}

/** Most characters of a project's output in the record of its trial. */
const LONGEST_LOG = 20_000
