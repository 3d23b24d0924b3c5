import path from 'node:path'
import { AgentStage, type AgentTrial } from './agent-stage.ts'
import { attempt, type Attempt, type AttemptSetup, type LoadedSuite, type TrialLimits } from './attempt.ts'
import { controlMachine } from './control.ts'
import { AgentFault, Interrupted, ProjectFault, UsageError, firstThrown, messageOf } from '../errors.ts'
import { verdictsForAll, type AllVerdicts } from './judge.ts'
import type { SandboxLimits } from '../sandbox/limits.ts'
import {
  SCHEMA_VERSION,
  type AgentUse,
  type Answers,
  type AttemptRecord,
  type Control,
  type InstallNetwork,
  type Outcome,
  type Protocol,
  type TrialRecord,
  type Verdict,
} from '../contracts/schema.ts'
import { verdictsOf } from '../lib/statistics/tries.ts'
import { joinAttempts, pointsOfAttempt, settledPoints } from './second-attempt.ts'
import type { Scoring, Stage } from '../contracts/vocabulary.ts'
import { countedSuites } from '../contracts/suites.ts'
import type { Launcher, Project, Python, TrialEvent, TesterServices } from '../contracts/types.ts'

export type { TrialLimits } from './attempt.ts'

export interface Trial extends AgentTrial {
  readonly suites: readonly LoadedSuite[]
  readonly testerServices: TesterServices
  /** From files of the user; none by default. */
  readonly launchers?: readonly Launcher[]
  /** How the run makes its score from its trials; `pooled` by default. */
  readonly scoring?: Scoring
  /** From which the inputs of testcodes are drawn; the same for all trials of a run. */
  readonly seed: string
  readonly installNetwork: InstallNetwork
  /** Limits that differ from the usual ones. */
  readonly sandboxLimits?: Partial<SandboxLimits>
  /** Of each attempt. */
  readonly limits: TrialLimits
  readonly python: Python
  readonly protocol: Protocol
  /** Screenshots and traces are not kept: nobody will look at them. */
  readonly withoutEvidence?: true
  readonly emit: (event: TrialEvent) => void
}

/**
 * One trial, from the mission to its verdicts. What each stage gives is on disk before the next one begins, and what is
 * there already is not asked for again. A project that could not be judged for a reason that may be its own is judged once
 * more, afresh.
 * @throws Interrupted where the run was stopped: the trial can be resumed
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
  const clock = new StageClock(trial)
  const agent = new AgentStage(trial)
  const record = await judgedRecord(trial, clock, agent)
  // Of a project that was never run, or not to its end.
  for (const verdict of verdictsOf(record))
    if (!told.has(verdict.testcode)) trial.emit({ type: 'verdict', trial: trial.key, verdict })
  return record
}

async function judgedRecord(trial: Trial, clock: StageClock, agent: AgentStage): Promise<TrialRecord> {
  try {
    const project = await clock.stage('generate', () => agent.generate())
    const judged = await judgeProject(trial, clock, project, agent)
    return clock.record(judged.outcome, judged, await agent.use())
  } catch (error) {
    return clock.record(...outcomeOf(trial, error), await agent.use())
  }
}

/**
 * The agent's part of a trial alone, to be judged later.
 * @returns A record only where there is nothing to be judged: the agent gave no project, or the harness failed
 * @throws Interrupted where the run was stopped
 */
export async function runAgent(trial: Trial): Promise<TrialRecord | undefined> {
  const clock = new StageClock(trial)
  const agent = new AgentStage(trial)
  try {
    const project = await clock.stage('generate', () => agent.generate())
    await clock.stage('answer', () => agent.answer(project))
    return undefined
  } catch (error) {
    return clock.record(...outcomeOf(trial, error), await agent.use())
  }
}

type Judged = AllVerdicts &
  Pick<TrialRecord, 'reason' | 'log' | 'fault' | 'failedAt' | 'attempts' | 'controls'> & { readonly outcome: Outcome }

async function judgeProject(trial: Trial, clock: StageClock, project: Project, agent: AgentStage): Promise<Judged> {
  let given: Promise<Answers> | undefined
  const evidence = trial.withoutEvidence === true ? undefined : await trial.store.evidenceFolder()
  const setup: AttemptSetup = {
    ...trial,
    project,
    answers: () => (given ??= agent.answer(project)),
    evidenceFolder: evidence,
    stopsAtDoubt: true,
    stage: (name, action) => clock.stage(name, action),
  }
  const first = await clock.attempt(() => attempt(setup))
  const { end } = first
  if (end.doubt === undefined) return { ...pointsOfAttempt(trial.mission, end), ...logOf(end) }

  const controls: Control[] = []
  const control = async () => {
    const made = await clock.stage('control', () => controlMachine({ ...setup, stage: (_, action) => action() }))
    controls.push(made)
    return made
  }
  // A machine that is slow should not be asked again before it is not.
  await control()
  const second = await clock.attempt(() =>
    attempt({
      ...setup,
      stopsAtDoubt: false,
      known: settledPoints(end).length,
      evidenceFolder: evidence === undefined ? undefined : path.join(evidence, SECOND),
    }),
  )
  const again = withEvidenceIn(SECOND, second.end)
  const joined = joinAttempts(trial.mission, end, again, again.doubt === undefined ? undefined : await control())
  return {
    ...joined,
    log: again.log,
    ...(joined.outcome === 'not-launched' && again.failedAt !== undefined ? { failedAt: again.failedAt } : {}),
    attempts: [attemptRecord(first, end), attemptRecord(second, again)],
    controls,
  }
}

/** Folder, in that of the evidence, for what the second attempt leaves. */
const SECOND = 'second'

/** Testers name files by their place in the folder of the trial's evidence. */
function withEvidenceIn(folder: string, end: Attempt): Attempt {
  const moved = (file: string | undefined) => file?.replace(/^evidence\//, `evidence/${folder}/`)
  const points = end.points.map((verdict): Verdict => {
    const { screenshot, trace, page, ...others } = verdict.evidence
    const places = { screenshot: moved(screenshot), trace: moved(trace), page: moved(page) }
    const known = Object.fromEntries(Object.entries(places).filter(([, place]) => place !== undefined))
    return { ...verdict, evidence: { ...others, ...known } }
  })
  return { ...end, points }
}

function logOf({ log, failedAt }: Attempt): Pick<Judged, 'log' | 'failedAt'> {
  return { log, ...(failedAt === undefined ? {} : { failedAt }) }
}

function attemptRecord({ stages, seconds, startedAt }: Timed, end: Attempt): AttemptRecord {
  return {
    outcome: end.outcome,
    ...(end.reason === undefined ? {} : { reason: end.reason }),
    ...(end.doubt === undefined ? {} : { doubt: end.doubt }),
    points: [...end.points],
    stages,
    seconds,
    startedAt,
    log: end.log.slice(-LONGEST_ATTEMPT_LOG),
  }
}

/** What a fault outside of the attempts means for the verdicts; by the class of the error, which says whose fault it is. */
function outcomeOf(trial: Trial, thrown: unknown): [Outcome, AllVerdicts & Partial<Judged>] {
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

/** What the score of a trial needs beside its verdicts, where that is more than the sum of its points. */
function suitesOf({ mission, scoring }: Trial): Pick<TrialRecord, 'suites' | 'scoring'> {
  const suites = countedSuites(mission).map(({ id, tester, weight }) => ({ id, tester, weight }))
  return {
    ...(suites.length > 1 ? { suites } : {}),
    ...(scoring === undefined || scoring === 'pooled' ? {} : { scoring }),
  }
}

interface Timed {
  readonly end: Attempt
  readonly stages: Record<string, number>
  readonly seconds: number
  readonly startedAt: string
}

/** Says when a stage begins, and how long each took: of all attempts together, and of each. */
class StageClock {
  readonly #trial: Trial
  readonly #began = performance.now()
  readonly #startedAt = new Date().toISOString()
  readonly #stages: Record<string, number> = {}

  constructor(trial: Trial) {
    this.#trial = trial
  }

  async stage<T>(name: Stage, action: () => Promise<T>): Promise<T> {
    this.#trial.emit({ type: 'stage', trial: this.#trial.key, stage: name })
    const began = performance.now()
    try {
      return await action()
    } finally {
      this.#stages[name] = (this.#stages[name] ?? 0) + Math.round(performance.now() - began)
    }
  }

  async attempt(action: () => Promise<Attempt>): Promise<Timed> {
    const [before, startedAt, began] = [{ ...this.#stages }, new Date().toISOString(), performance.now()]
    const end = await action()
    const own = Object.entries(this.#stages).map(([name, time]) => [name, time - (before[name] ?? 0)] as const)
    const stages = Object.fromEntries(own.filter(([, time]) => time > 0))
    return { end, stages, seconds: (performance.now() - began) / 1000, startedAt }
  }

  record(outcome: Outcome, judged: AllVerdicts & Partial<Judged>, use: AgentUse | undefined): TrialRecord {
    const { runnable, verdicts, reason, fault, failedAt, attempts, controls } = judged
    return {
      schemaVersion: SCHEMA_VERSION,
      trial: this.#trial.key,
      outcome,
      runnable,
      verdicts: [...verdicts],
      ...suitesOf(this.#trial),
      ...(reason === undefined ? {} : { reason }),
      ...(fault === undefined ? {} : { fault }),
      ...(failedAt === undefined ? {} : { failedAt }),
      ...(attempts === undefined ? {} : { attempts }),
      ...(controls === undefined ? {} : { controls }),
      ...(use === undefined ? {} : { agent: use }),
      log: (judged.log ?? '').slice(-LONGEST_LOG),
      stages: this.#stages,
      seconds: (performance.now() - this.#began) / 1000,
      startedAt: this.#startedAt,
    }
  }
}

/** Characters of a project's output that go into the record of its trial. */
const LONGEST_LOG = 20_000
/** The last attempt's is the trial's own, and the other is for comparison. */
const LONGEST_ATTEMPT_LOG = 4000
