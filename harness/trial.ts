import path from 'node:path'
import { AgentStage, type AgentTrial } from './agent-stage.ts'
import { watchDisk } from './disk-watch.ts'
import { AgentFault, Interrupted, ProjectFault, UsageError, firstThrown, messageOf } from './errors.ts'
import { packageRoot } from './files/package-root.ts'
import { TrialInputs } from './inputs.ts'
import { judgeAll, verdictsForAll, type Judging } from './judge.ts'
import { launcherFor } from './launchers/index.ts'
import { openSandbox } from './sandbox/index.ts'
import { HELPER_LIMITS, INSTALL_LIMITS, MiB, PROJECT_LIMITS, type SandboxLimits } from './sandbox/limits.ts'
import { scratchFolder } from './files/scratch.ts'
import {
  SCHEMA_VERSION,
  type AgentUse,
  type InstallNetwork,
  type Outcome,
  type Protocol,
  type TrialRecord,
} from './schema.ts'
import type { Mission, Python, RunEvent, Tester } from './types.ts'
import { materialise } from './workspace.ts'

export interface Trial extends AgentTrial {
  /** From `Benchmark.testcodes`. */
  readonly testcodes: unknown
  readonly tester: Tester
  /** From which the inputs of testcodes are drawn; the same for all trials of a run. */
  readonly seed: string
  readonly installNetwork: InstallNetwork
  /** Limits that differ from the usual ones. */
  readonly sandboxLimits?: Partial<SandboxLimits>
  readonly limits: TrialLimits
  readonly python: Python
  readonly protocol: Protocol
  /** Screenshots and traces are not kept: nobody will look at them. */
  readonly withoutEvidence?: true
  readonly emit: (event: RunEvent) => void
}

/** All in milliseconds. */
export interface TrialLimits {
  readonly trial: number
  readonly testcode: number
  readonly start: number
  readonly install: number
}

/**
 * One trial, from the mission to its verdicts. What each stage gives is on disk before the next one begins, and what is
 * there already is not asked for again.
 * @throws Interrupted where the run was stopped: the trial can be resumed
 */
export async function runTrial(trial: Trial): Promise<TrialRecord> {
  const clock = new StageClock(trial)
  const agent = new AgentStage(trial)
  try {
    const project = await clock.stage('generate', () => agent.generate())
    await using scratch = await scratchFolder()
    const workspace = await clock.stage('freeze', () => materialise(project, path.join(scratch.path, 'project')))
    const answers = await clock.stage('answer', () => agent.answer(project))
    const projectLimits = { ...PROJECT_LIMITS, ...memoryLimit(trial.mission), ...trial.sandboxLimits }
    const disk = await watchDisk(scratch.path, projectLimits.disk)
    // Wherever code of the project may run, which installing can be too.
    const seen = { python: trial.python, hides: [packageRoot(import.meta.dirname)] }
    await using sandbox = await openSandbox(trial.sandbox, scratch.path, { ...seen, limits: projectLimits })
    await using target = await clock.stage('launch', () =>
      launcherFor(workspace, trial.mission).launch(workspace, sandbox, {
        start: trial.limits.start,
        install: trial.limits.install,
        signal: trial.signal,
        scratch: scratch.path,
        python: trial.python,
        openInstaller: ({ registries = true } = {}) =>
          openSandbox(trial.sandbox, scratch.path, {
            ...seen,
            limits: INSTALL_LIMITS,
            registry: registries && trial.installNetwork === 'registry',
            browser: false,
          }),
      }),
    )
    const inputs = new TrialInputs()
    const setup = {
      seed: trial.seed,
      inputs,
      mission: trial.mission,
      testcodes: trial.testcodes,
      evidenceFolder: trial.withoutEvidence === true ? undefined : await trial.store.evidenceFolder(),
      testcodeTimeout: trial.limits.testcode,
      scratch: scratch.path,
      python: trial.python,
      protocol: trial.protocol,
      openHelpers: (folder: string) =>
        openSandbox(trial.sandbox, folder, { limits: HELPER_LIMITS, python: trial.python }),
      signal: trial.signal,
    }
    await using session = await clock.stage('open', () => trial.tester.open(target, setup))
    const judged = await clock.stage('judge', () =>
      judgeAll({ ...judgingOf(trial), inputs, machineProblem: () => disk.problem() }, session, answers),
    )
    return clock.record('judged', { ...judged, log: target.log() }, await agent.use())
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

/** The mission says how much its projects may use. */
function memoryLimit({ limits: { memoryMiB } }: Mission): Partial<SandboxLimits> {
  return memoryMiB === undefined ? {} : { memory: memoryMiB * MiB }
}

/** The shorter one of the run's limit and the mission's holds. */
function judgingOf(trial: Trial): Omit<Judging, 'inputs'> {
  const { seconds = Infinity } = trial.mission.limits
  return { ...trial, limits: { trial: Math.min(trial.limits.trial, seconds * 1000) } }
}

type Judged = Pick<TrialRecord, 'runnable' | 'verdicts' | 'log' | 'fault' | 'failedAt'>

/** What a fault means for the verdicts; by the class of the error, which says whose fault it is. */
function outcomeOf(trial: Trial, thrown: unknown): [Outcome, Judged & { readonly reason: string }] {
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

/** Says when a stage begins, and how long each took. */
class StageClock {
  readonly #trial: Trial
  readonly #began = performance.now()
  readonly #startedAt = new Date().toISOString()
  readonly #stages: Record<string, number> = {}

  constructor(trial: Trial) {
    this.#trial = trial
  }

  async stage<T>(name: string, action: () => Promise<T>): Promise<T> {
    this.#trial.emit({ type: 'stage', trial: this.#trial.key, stage: name })
    const began = performance.now()
    try {
      return await action()
    } finally {
      this.#stages[name] = Math.round(performance.now() - began)
    }
  }

  record(outcome: Outcome, judged: Judged & { readonly reason?: string }, use: AgentUse | undefined): TrialRecord {
    return {
      schemaVersion: SCHEMA_VERSION,
      trial: this.#trial.key,
      outcome,
      ...judged,
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
