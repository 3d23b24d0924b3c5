import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { agentsFor } from '../agents/index.ts'
import { builtInBenchmark, packageVersion, selectMissions } from '../benchmarks/index.ts'
import { findBrowser } from '../browser/find.ts'
import { launchBrowser } from '../browser/launch.ts'
import { HarnessFault, Interrupted, UsageError } from '../errors.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { runFiles } from '../report-store.ts'
import { DEFAULT_REPORTERS, failureLines, loadReporters, type Multiplexer } from '../reporters/index.ts'
import { Screen } from '../reporters/live/screen.ts'
import { DEFAULT_CONCURRENCY, run } from '../run.ts'
import { chooseSandbox, type SandboxName } from '../sandbox/index.ts'
import { SCHEMA_VERSION, type InstallNetwork, type Level, type Mode, type RunRecord, type Summary } from '../schema.ts'
import { RunStore, readRun, resultFiles } from '../store.ts'
import { distinct, matrixNotices, trialKeys } from '../trials.ts'
import type { Benchmark, Mission } from '../types.ts'
import { gateMessages, type FailOn, type Gate } from './gate.ts'
import { onInterrupt } from './interrupt.ts'
import { missionViews } from './mission-view.ts'
import { resolveRun } from './runs.ts'

export interface RunCommandOptions {
  readonly agents: readonly string[]
  readonly levels: readonly Level[]
  readonly modes: readonly Mode[]
  readonly missions: readonly string[]
  readonly samples: number
  readonly concurrency: number | undefined
  /** Seconds. */
  readonly timeout: number
  readonly testcodeTimeout: number
  readonly startTimeout: number
  readonly installTimeout: number
  /** The strongest that works, where none was named. */
  readonly sandbox: SandboxName | undefined
  readonly installNetwork: InstallNetwork
  readonly allowedOrigins: readonly string[]
  readonly out: string
  readonly resume: string | undefined
  readonly json: boolean
  readonly minScore: number | undefined
  /** Names, and files of the user's own; the usual ones where none was named. */
  readonly reporters: readonly string[] | undefined
  readonly verbose: boolean
  readonly failOn: readonly FailOn[]
  /** How often each project is judged once more. */
  readonly repeatJudging: number
}

/** `pe run`: everything that can be wrong with what was typed is found before anything is written. */
export async function runCommand(options: RunCommandOptions): Promise<ExitCode> {
  const screen = new Screen(process.stderr)
  using interrupt = onInterrupt((line) => screen.print(line))
  const benchmark = builtInBenchmark()
  const prepared = await (options.resume === undefined
    ? prepareNew(options, benchmark)
    : prepareResumed(options, benchmark))
  const reporters = await reportersOf(options, benchmark, screen)
  await using store = await prepared.open()
  const summary = await run({
    store,
    benchmark,
    agents: prepared.agents,
    testers: { launch: launchBrowser, allowedOrigins: store.record.settings.allowedOrigins },
    reporters,
    signal: interrupt.signal,
  })
  for (const line of failureLines(reporters.failures)) process.stderr.write(`pe: ${line}\n`)
  if (interrupt.signal.aborted) throw new Interrupted('stopped')
  for (const message of gateMessages(summary, options)) process.stderr.write(`pe: ${message}\n`)
  return exitCodeOf(summary, options, reporters.failures.length)
}

function reportersOf(options: RunCommandOptions, benchmark: Benchmark, screen: Screen): Promise<Multiplexer> {
  const { reporters = DEFAULT_REPORTERS, verbose } = options
  const setup = {
    stdout: process.stdout,
    stderr: process.stderr,
    screen,
    // Either way of asking for it leaves nothing else on standard output.
    json: options.json || reporters.includes('json'),
    verbose,
    report: reporters.includes('html'),
    results: resultFiles,
    runs: runFiles,
    mission: missionViews(benchmark),
  }
  return loadReporters(setup, reporters)
}

/** The harness's own trouble comes before a low score: such a score is not to be trusted. */
export function exitCodeOf(summary: Summary, gate: Gate, reporterFailures: number): ExitCode {
  // The runnable points count too: the bounds differ wherever anything was not judged.
  const unjudged = summary.bounds !== null && summary.bounds[0] !== summary.bounds[1]
  if (unjudged || reporterFailures > 0) return EXIT.harness
  return gateMessages(summary, gate).length > 0 ? EXIT.belowMinimum : EXIT.done
}

interface Prepared {
  readonly agents: Awaited<ReturnType<typeof agentsFor>>
  open(): Promise<RunStore>
}

async function prepareNew(options: RunCommandOptions, benchmark: Benchmark): Promise<Prepared> {
  if (options.agents.length === 0) throw new UsageError('--agent is missing; pe list agents names those that are there')
  const missions = await selectMissions(benchmark, options.missions)
  const agents = await createAgents(options.agents, missions, benchmark)
  const record = await newRecord(options, benchmark, missions)
  return { agents, open: () => RunStore.create(path.resolve(options.out), record) }
}

async function prepareResumed(options: RunCommandOptions, benchmark: Benchmark): Promise<Prepared> {
  const folder = await resolveRun(options.resume, options.out)
  const { settings } = await readRun(folder)
  const missions = await selectMissions(benchmark, settings.missions)
  return { agents: await createAgents(settings.agents, missions, benchmark), open: () => RunStore.resume(folder) }
}

function createAgents(
  specs: readonly string[],
  missions: readonly Mission[],
  benchmark: Benchmark,
): Promise<Prepared['agents']> {
  const byId = new Map(missions.map((mission) => [mission.id, mission]))
  return agentsFor(specs, {
    missions: [...byId.keys()],
    canonical: (id) => {
      const mission = byId.get(id)
      if (!mission) throw new TypeError(`mission "${id}" is not part of this run`)
      return benchmark.canonical(mission)
    },
  })
}

async function newRecord(
  options: RunCommandOptions,
  benchmark: Benchmark,
  missions: readonly Mission[],
): Promise<RunRecord> {
  const matrix = distinct({ ...options, missions: missions.map(({ id }) => id) })
  const trials = trialKeys(matrix)
  for (const notice of matrixNotices(matrix)) process.stderr.write(`pe: ${notice}\n`)
  const startedAt = new Date().toISOString()
  return {
    schemaVersion: SCHEMA_VERSION,
    runId: `${startedAt.slice(0, 19).replaceAll(':', '-')}-${randomBytes(3).toString('hex')}`,
    startedAt,
    benchmark: { name: benchmark.name, source: benchmark.source, missions: missions.map(missionInfo) },
    settings: {
      agents: [...matrix.agents],
      levels: [...matrix.levels],
      modes: [...matrix.modes],
      missions: [...matrix.missions],
      samples: matrix.samples,
      concurrency: options.concurrency ?? DEFAULT_CONCURRENCY,
      sandbox: options.sandbox ?? (await chooseSandbox()).name,
      installNetwork: options.installNetwork,
      trialTimeout: options.timeout,
      testcodeTimeout: options.testcodeTimeout,
      startTimeout: options.startTimeout,
      installTimeout: options.installTimeout,
      allowedOrigins: [...new Set(options.allowedOrigins)],
      ...(options.repeatJudging === 0 ? {} : { repeatJudging: options.repeatJudging }),
    },
    host: {
      pe: packageVersion(),
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      cpus: availableParallelism(),
      browser: await browserName(missions),
    },
    trials,
  }
}

/**
 * Which browser will be used, for the record.
 * @throws HarnessFault where there is none and a mission needs one: better now than in every trial
 */
async function browserName(missions: readonly Mission[]): Promise<string> {
  if (missions.every(({ kind }) => kind !== 'website')) return 'none needed'
  const browser = await findBrowser(process.env)
  if ('missing' in browser) throw new HarnessFault(browser.missing)
  return `${browser.path} (${browser.source})`
}

function missionInfo(mission: Mission): RunRecord['benchmark']['missions'][number] {
  const { id, title, kind, digest, testcodes } = mission
  return {
    id,
    title,
    kind,
    digest,
    testcodes: testcodes.map(({ id: testcode, page, function: name, expects }) => ({
      id: testcode,
      page,
      function: name,
      expects,
    })),
  }
}
