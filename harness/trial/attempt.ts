import type { Stage } from '../contracts/vocabulary.ts'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { watchDisk } from './disk-watch.ts'
import {
  AgentFault,
  Interrupted,
  MachineFault,
  ProjectFault,
  SuspectedFault,
  UsageError,
  firstThrown,
  messageOf,
} from '../errors.ts'
import { closingUnder, spend } from '../lib/async/ledger.ts'
import { packageRoot } from '../lib/files/package-root.ts'
import { scratchFolder } from '../lib/files/scratch.ts'
import { TrialInputs } from './inputs.ts'
import { judgeAll, nothingYet, type JudgedSoFar, type Judging } from './judge.ts'
import { launcherFor } from '../launchers/index.ts'
import { sourceTarget } from '../launchers/source.ts'
import { isTakenAsItIs } from '../contracts/suites.ts'
import { openSandbox } from '../sandbox/index.ts'
import { MiB } from '../lib/wording/bytes.ts'
import { HELPER_LIMITS, INSTALL_LIMITS, PROJECT_LIMITS, type SandboxLimits } from '../sandbox/limits.ts'
import type { Answers, InstallNetwork, Protocol, SandboxName } from '../contracts/schema.ts'
import type { AttemptEnd } from './second-attempt.ts'
import type {
  Launcher,
  Mission,
  Project,
  Python,
  SessionSetup,
  Suite,
  TesterEntry,
  TesterServices,
} from '../contracts/types.ts'
import { materialise } from './workspace.ts'

/** All that an attempt at judging a project needs. */
export interface AttemptSetup extends Omit<Judging, 'limits' | 'inputs'> {
  /** Seed of the inputs of testcodes. */
  readonly seed: string
  readonly project: Project
  /** Called once the project is on disk and cannot change any more. */
  readonly answers: (project: Project) => Promise<Answers>
  readonly suites: readonly LoadedSuite[]
  readonly testerServices: TesterServices
  /** Launchers from the user's files; none by default. */
  readonly launchers?: readonly Launcher[]
  readonly sandbox: SandboxName
  readonly installNetwork: InstallNetwork
  /** Limits that differ from the default ones. */
  readonly sandboxLimits?: Partial<SandboxLimits>
  readonly limits: TrialLimits
  readonly python: Python
  readonly protocol: Protocol
  /** A folder for evidence; undefined if no evidence is wanted. */
  readonly evidenceFolder: string | undefined
  readonly stage: <T>(name: Stage, action: () => Promise<T>) => Promise<T>
}

/** A suite with its tester and its testcodes. */
export interface LoadedSuite {
  readonly suite: Suite
  readonly tester: TesterEntry
  /** From `Benchmark.testcodes`. */
  readonly testcodes: unknown
}

/** Milliseconds that a mission can ask for: two hours. */
const LONGEST = 2 * 60 * 60 * 1000

/** All in milliseconds. */
export interface TrialLimits {
  readonly trial: number
  readonly testcode: number
  readonly start: number
  readonly install: number
}

export interface Attempt extends AttemptEnd {
  /** The output of the project. */
  readonly log: string
  /** The failed step of a project that was not launched. */
  readonly failedAt?: ProjectFault['step']
}

/**
 * One attempt at judging a project, in a fresh folder, sandbox and browser that are removed at the end. So a project cannot know
 * which attempt it is in.
 * @throws Interrupted, UsageError, AgentFault; every other error is part of the result
 */
export async function attempt(setup: AttemptSetup): Promise<Attempt> {
  const progress: Progress = { code: false, launched: false, judged: nothingYet() }
  try {
    return await judgeProject(setup, progress)
  } catch (error) {
    return endedBy(firstThrown(error), setup, progress)
  }
}

interface Progress {
  /** Whether code of the project may have run. */
  code: boolean
  launched: boolean
  /** The verdicts before the attempt ended. */
  readonly judged: JudgedSoFar
}

async function judgeProject(setup: AttemptSetup, progress: Progress): Promise<Attempt> {
  const { mission, limits, python, sandbox: name, stage } = setup
  await using scratch = await scratchFolder()
  const { launch: _launch, ...plain } = setup.project
  const project = isTakenAsItIs(mission) ? plain : setup.project
  const workspace = await stage('freeze', () => materialise(project, path.join(scratch.path, 'project')))
  const answers = await stage('answer', () => setup.answers(setup.project))
  const projectLimits = { ...PROJECT_LIMITS, ...limitsOfKind(mission), ...memoryLimit(mission), ...setup.sandboxLimits }
  // For every sandbox in which code of the project may run, including that for installing packages.
  const seen = { python, hides: [packageRoot(import.meta.dirname)] }
  await using sandbox = await openSandbox(name, scratch.path, { ...seen, limits: projectLimits })
  const disk = await watchDisk(scratch.path, projectLimits.disk, sandbox)
  progress.code = true
  const target = await stage('launch', () =>
    launcherFor(workspace, mission, setup.launchers).launch(workspace, sandbox, {
      start: limits.start,
      install: limits.install,
      diskBytes: projectLimits.disk,
      signal: setup.signal,
      scratch: scratch.path,
      python,
      openInstaller: ({ registries = true } = {}) =>
        openSandbox(name, scratch.path, {
          ...seen,
          limits: INSTALL_LIMITS,
          registry: registries && setup.installNetwork === 'registry',
          browser: false,
        }).catch((error: unknown) => {
          throw new MachineFault(messageOf(error), { cause: error })
        }),
    }),
  )
  await using _closed = closingUnder('boot', target)
  progress.launched = true
  if (setup.evidenceFolder !== undefined) await mkdir(setup.evidenceFolder, { recursive: true })
  const inputs = new TrialInputs()
  const source = sourceTarget(workspace, sandbox)
  const open = (suite: Suite) => {
    const { tester, testcodes } = loadedSuite(setup, suite)
    return tester.open(tester.accepts.includes(target.kind) ? target : source, {
      seed: setup.seed,
      inputs,
      mission,
      suite,
      services: setup.testerServices,
      testcodes,
      evidenceFolder: setup.evidenceFolder,
      testcodeTimeout: limits.testcode,
      startTimeout: Math.max(limits.start, limits.testcode),
      scratch: scratch.path,
      python,
      protocol: setup.protocol,
      openHelpers: (folder: string) => openSandbox(name, folder, { limits: HELPER_LIMITS, python }),
      onEnded: tellProgress(setup),
      signal: setup.signal,
    })
  }
  const judging = {
    ...judgingOf(setup),
    inputs,
    machineProblem: async () => sandbox.problem?.() ?? (await disk.problem()),
    soFar: progress.judged,
  }
  const starting = target.kind === 'website' ? 'browser' : 'program'
  const judged = await judgeAll(judging, (suite) => stage('open', () => spend(starting, () => open(suite))), answers)
  const [doubt] = judged.points.filter(({ testcode }) => judged.doubtful.has(testcode))
  const why = doubt && { doubt: `${doubt.testcode}: ${doubt.reason ?? doubt.status}` }
  return { outcome: 'judged', ...judged, launched: true, log: target.log(), ...why }
}

/** Milliseconds between two lines about the progress of a suite. */
const PROGRESS = 5000

function tellProgress({ key, emit }: AttemptSetup): NonNullable<SessionSetup['onEnded']> {
  let last = performance.now()
  return (ended, all) => {
    if (performance.now() - last < PROGRESS) return
    last = performance.now()
    emit({ type: 'stage', trial: key, stage: 'judge', detail: `${String(ended)} of ${String(all)} tests` })
  }
}

function loadedSuite({ suites }: AttemptSetup, { id }: Suite): LoadedSuite {
  const found = suites.find(({ suite }) => suite.id === id)
  if (!found) throw new TypeError(`suite "${id}" was not loaded for this trial`)
  return found
}

/** The result of an attempt that threw. The class of the error says whose fault it is. */
function endedBy(error: unknown, { signal }: AttemptSetup, { code, launched, judged }: Progress): Attempt {
  if (signal.aborted || error instanceof Interrupted)
    throw error instanceof Interrupted ? error : new Interrupted('stopped', { cause: error })
  if (error instanceof UsageError || error instanceof AgentFault) throw error
  const reason = messageOf(error)
  const { verdicts, doubtful, held } = judged
  const found = { reason, points: [...verdicts.values()], doubtful, held, launched, log: '' }
  if (error instanceof ProjectFault) {
    const doubt = error instanceof SuspectedFault ? { doubt: reason } : {}
    return { ...found, outcome: 'not-launched', log: error.output, failedAt: error.step, ...doubt }
  }
  // Before its code runs, the project cannot cause anything.
  const machine = !code || error instanceof MachineFault
  return { ...found, outcome: 'unjudged', ...(machine ? {} : { doubt: reason }) }
}

/** A game draws all the time, and is judged while it does. */
function limitsOfKind({ kind }: Mission): Partial<SandboxLimits> {
  return kind === 'desktop' ? { cpu: 1200 } : {}
}

/** The memory limit of the mission, if it has one. */
function memoryLimit({ limits: { memoryMiB } = {} }: Mission): Partial<SandboxLimits> {
  return memoryMiB === undefined ? {} : { memory: memoryMiB * MiB }
}

/** Applies the shorter of the time limits of the run and of the mission. */
function judgingOf(setup: AttemptSetup): Omit<Judging, 'inputs'> {
  const { seconds = Infinity } = setup.mission.limits ?? {}
  const own = Math.min(LONGEST, (setup.mission.judgingSeconds ?? 0) * 1000)
  const trial = Math.max(own, Math.min(setup.limits.trial, seconds * 1000))
  return { ...setup, limits: { trial } }
}
