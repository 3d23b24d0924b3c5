import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { agentsFor } from '../agents/index.ts'
import { benchmarkOf, openBenchmark, packageVersion, selectMissions } from '../benchmarks/index.ts'
import { findBrowser } from '../browser/find.ts'
import { findDrivenBrowser } from '../browser/driven.ts'
import { launchBrowser } from '../browser/launch.ts'
import { HarnessFault, Interrupted, UsageError } from '../errors.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { findPython, usualPython } from '../python/find.ts'
import { DEFAULT_REPORTERS, failureLines, loadReporters, type Multiplexer } from '../reporters/index.ts'
import { Screen } from '../reporters/live/screen.ts'
import { DEFAULT_CONCURRENCY, run } from '../run.ts'
import { chooseSandbox, type SandboxName } from '../sandbox/index.ts'
import {
  SCHEMA_VERSION,
  type InstallNetwork,
  type Level,
  type Mode,
  type Protocol,
  type RunRecord,
  type Summary,
} from '../schema.ts'
import type { EmbedderChoice } from '../scorers/embedders/index.ts'
import { RunStore, readEvidence, readRun, resultFiles, writeReport } from '../store.ts'
import { distinct, matrixNotices, trialKeys } from '../trials.ts'
import type { Benchmark, Mission, Python } from '../types.ts'
import { gateMessages, type FailOn, type Gate } from './gate.ts'
import { onInterrupt } from './interrupt.ts'
import { resolveRun } from './runs.ts'

export interface RunCommandOptions {
  /** `native` or `name:argument`. */
  readonly benchmark: string
  readonly agents: readonly string[]
  readonly levels: readonly Level[]
  readonly modes: readonly Mode[]
  readonly missions: readonly string[]
  readonly samples: number
  readonly concurrency: number | undefined
  /** Seconds. */
  readonly timeout: number
  /** The benchmark's own where none was named. */
  readonly testcodeTimeout: number | undefined
  readonly startTimeout: number
  readonly installTimeout: number
  /** The strongest that works, where none was named. */
  readonly sandbox: SandboxName | undefined
  readonly installNetwork: InstallNetwork
  readonly allowedOrigins: readonly string[]
  readonly protocol: Protocol
  /** `PE_PYTHON` or the system's own where none was named. */
  readonly python: string | undefined
  /** `PE_PYTHON_PATH` where none was named. */
  readonly pythonPath: readonly string[] | undefined
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
  readonly embedder: EmbedderChoice
}

/** `pe run`: everything that can be wrong with what was typed is found before anything is written. */
export async function runCommand(options: RunCommandOptions): Promise<ExitCode> {
  const screen = new Screen(process.stderr)
  using interrupt = onInterrupt((line) => screen.print(line))
  const prepared = await (options.resume === undefined ? prepareNew(options) : prepareResumed(options))
  for (const warning of prepared.warnings) screen.print(`pe: ${warning}`)
  const reporters = await reportersOf(options, screen)
  await using store = await prepared.open()
  const summary = await run({
    store,
    benchmark: prepared.benchmark,
    agents: prepared.agents,
    testers: { launch: launchBrowser, findDrivenBrowser, allowedOrigins: store.record.settings.allowedOrigins },
    python: prepared.python,
    reporters,
    embedder: options.embedder,
    signal: interrupt.signal,
  })
  for (const line of failureLines(reporters.failures)) process.stderr.write(`pe: ${line}\n`)
  if (interrupt.signal.aborted) throw new Interrupted('stopped')
  for (const message of gateMessages(summary, options)) process.stderr.write(`pe: ${message}\n`)
  return exitCodeOf(summary, options, reporters.failures.length)
}

function reportersOf(options: RunCommandOptions, screen: Screen): Promise<Multiplexer> {
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
    runs: { readTrials: (folder: string) => resultFiles.read(folder), readEvidence, writeReport },
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
  readonly benchmark: Benchmark
  readonly python: Python
  /** Of what was read, item by item, what was left out. */
  readonly warnings: readonly string[]
  readonly agents: Awaited<ReturnType<typeof agentsFor>>
  open(): Promise<RunStore>
}

async function prepareNew(options: RunCommandOptions): Promise<Prepared> {
  if (options.agents.length === 0) throw new UsageError('--agent is missing; pe list agents names those that are there')
  const benchmark = openBenchmark(options.benchmark)
  const missions = await selectMissions(benchmark, options.missions)
  const agents = await createAgents(options.agents, missions, benchmark)
  const choice = { program: options.python, path: options.pythonPath, usualPath: benchmark.pythonPath }
  const python = await findPython(choice)
  const record = await newRecord(options, python, benchmark, missions)
  const open = () => RunStore.create(path.resolve(options.out), record)
  return { benchmark, python, agents, warnings: await warningsOf(benchmark, agents), open }
}

async function prepareResumed(options: RunCommandOptions): Promise<Prepared> {
  const folder = await resolveRun(options.resume, options.out)
  const { settings, benchmark: recorded } = await readRun(folder)
  const benchmark = benchmarkOf(recorded)
  const missions = await selectMissions(benchmark, settings.missions)
  const agents = await createAgents(settings.agents, missions, benchmark)
  const python = await findPython({ program: settings.python, path: settings.pythonPath })
  return { benchmark, python, agents, warnings: [], open: () => RunStore.resume(folder) }
}

async function warningsOf(benchmark: Benchmark, agents: Prepared['agents']): Promise<string[]> {
  const ofBenchmark = (await benchmark.warnings?.()) ?? []
  return [...ofBenchmark, ...[...agents.values()].flatMap(({ warnings = [] }) => warnings)]
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

/** Seconds for one testcode, where neither the person nor the benchmark says otherwise. */
const TESTCODE_SECONDS = 20

async function newRecord(
  options: RunCommandOptions,
  python: Python,
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
      protocol: options.protocol,
      ...(python.program === usualPython().program ? {} : { python: python.program }),
      pythonPath: [...python.path],
      trialTimeout: options.timeout,
      testcodeTimeout: options.testcodeTimeout ?? benchmark.testcodeSeconds?.[options.protocol] ?? TESTCODE_SECONDS,
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
