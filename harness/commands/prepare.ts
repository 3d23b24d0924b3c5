import type { Paper } from '../contracts/paper.ts'
import { missionInfo } from '../benchmarks/mission-info.ts'
import { chooseVariants } from '../run/variants.ts'
import { randomBytes } from 'node:crypto'
import { availableParallelism, loadavg } from 'node:os'
import path from 'node:path'
import { agentsFor, checkAgents, nameWithModel } from '../agents/index.ts'
import type { AgentSetup } from '../agents/setup.ts'
import {
  benchmarkOf,
  openBenchmark,
  outlineMissions,
  packageVersion,
  requireMissions,
  selectMissions,
} from '../benchmarks/index.ts'
import { findBrowser } from '../lib/browser/find.ts'
import { HarnessFault, UsageError } from '../errors.ts'
import { digestOfMissions } from '../lib/files/digest.ts'
import { REDACTED, withoutSecrets, type Redactor } from '../lib/models/redact.ts'
import { findPython, systemPython } from '../lib/python/find.ts'
import { desktopProblem } from '../lib/x11/machine.ts'
import { changedFields, configurationOf, fieldDigests } from '../run/agent-digests.ts'
import { identityOf } from '../run/identity.ts'
import { chooseSandbox } from '../sandbox/index.ts'
import { SCHEMA_VERSION, type RunRecord, type TrialKey } from '../contracts/schema.ts'
import { randomSeed } from '../run/seed.ts'
import { RunStore } from '../store/store.ts'
import { readRun } from '../store/read.ts'
import { distinct, trialKeys } from '../run/matrix.ts'
import type { Agent, Benchmark, Mission, Python } from '../contracts/types.ts'
import { busyWarnings } from './busy.ts'
import { loadOwnParts, ownPartsOf, type OwnParts } from '../run/own-parts.ts'
import { agentSetup } from '../run/agent-setup.ts'
import { chosenTrials, expectedOf, openPart, partOf } from './part.ts'
import type { RunCommandOptions } from './run-options.ts'
import { resolveRun } from '../store/resolve.ts'
import { resumeCommand } from '../reporters/reports-folder.ts'
import { complain } from './print.ts'

/** A run whose agents are loaded, before anything is written. */
export interface Prepared {
  readonly benchmark: Benchmark
  readonly python: Python
  /** Items that were left out while reading, and problems of this machine that may spoil the run. */
  readonly warnings: readonly string[]
  readonly agents: ReadonlyMap<string, Agent>
  /** The arguments of the agents' factories, for models that are named later. */
  readonly setup: Omit<AgentSetup, 'argument'>
  readonly missions: readonly Mission[]
  /** Parts from the user's files. */
  readonly own: OwnParts
  /** The model that answers questions about code; undefined if none was named. */
  readonly review: RunRecord['settings']['review']
  /** Whether cached answers of models are used. */
  readonly cache: boolean
  /** All trials of the run, including those that have ended. */
  readonly trials: readonly TrialKey[]
  /** Trials of all parts together. */
  readonly whole: number
  open(): Promise<RunStore>
}

/** @throws UsageError if an option is invalid */
export async function prepareNew(
  options: RunCommandOptions,
  redactor: Redactor,
  papers: readonly Paper[],
): Promise<Prepared> {
  if (options.agents.length === 0) throw new UsageError('--agent is missing; pe list agents names those that are there')
  const benchmark = await openBenchmark(options.benchmark, papers)
  const outlines = await outlineMissions(benchmark, options.missions)
  requireMissions(benchmark, outlines)
  requireTestcodes(outlines, options)
  // First: a calibration takes minutes.
  chooseVariants(benchmark.variants, options)
  await checkAgents(options.agents, await agentSetup(options, outlines, benchmark, redactor, papers))
  const missions = outlines.some(({ uncalibrated }) => uncalibrated)
    ? await selectMissions(benchmark, options.missions)
    : outlines
  const setup = await agentSetup(options, missions, benchmark, redactor, papers)
  const names = [...new Set(options.agents.map((spec) => nameWithModel(spec, setup)))]
  const agents = await agentsFor(names, setup)
  const choice = { program: options.python, path: options.pythonPath, usualPath: benchmark.pythonPath }
  const python = await findPython(choice)
  await requireDisplay(missions, python)
  const own = await loadOwnParts(options.own, papers)
  await checkAllTestcodes(benchmark, missions, own)
  const record = await newRecord({ ...options, agents: names }, python, benchmark, missions, agents, own)
  const { trials } = record
  const whole = trialKeys(record.settings).length
  const open = () => RunStore.create(path.resolve(options.out), record, redactor)
  const named = options.missions.length === 0 ? undefined : missions.map(({ id }) => id)
  const warnings = [...(await warningsOf(benchmark, agents, named)), ...machineWarnings(options)]
  const { review } = record.settings
  const { cache } = options
  return { benchmark, python, warnings, agents, setup, missions, own, review, cache, trials, whole, open }
}

/** @throws UsageError if a time limit of testcodes is given that holds for none of them */
function requireTestcodes(missions: readonly Pick<Mission, 'kind'>[], { testcodeTimeout }: RunCommandOptions): void {
  if (testcodeTimeout !== undefined && missions.every(({ kind }) => kind === 'library'))
    throw new UsageError(
      '--testcode-timeout does not hold for libraries: a test may take 30 s, or ten times as long as on the reference; leave the flag out',
    )
}

/** @param named The missions that `--missions` names; undefined if it is not given */
async function warningsOf(
  benchmark: Benchmark,
  agents: Prepared['agents'],
  named: readonly string[] | undefined,
): Promise<string[]> {
  const ofBenchmark = (await benchmark.warnings?.(named)) ?? []
  return [...new Set([...ofBenchmark, ...[...agents.values()].flatMap(({ warnings = [] }) => warnings)])]
}

/** Empty if nothing is judged: a slow machine does not matter to agents. */
function machineWarnings({ judge }: RunCommandOptions): string[] {
  return judge ? busyWarnings(loadavg()[0] ?? 0, availableParallelism()) : []
}

/** @throws UsageError if an agent has changed since the run began */
export async function prepareResumed(
  options: RunCommandOptions,
  redactor: Redactor,
  papers: readonly Paper[],
): Promise<Prepared> {
  const folder = await resolveRun(options.resume, options.out)
  const record = await readRun(folder)
  const { runId, settings, benchmark: recorded, agents: before = {}, trials } = record
  refuseOtherExecutor(record, folder, options)
  const benchmark = await benchmarkOf(recorded, papers)
  const missions = await selectMissions(benchmark, settings.missions)
  const asked = {
    agentOptions: givenAgain(settings.agentOptions ?? {}, options.agentOptions),
    config: options.config ?? settings.config,
    repairs: settings.repairs ?? 0,
    feedback: settings.feedback ?? 0,
    protocol: settings.protocol,
    out: options.out,
    sandbox: settings.sandbox,
  }
  const setup = await agentSetup(asked, missions, benchmark, redactor, papers)
  const agents = await agentsFor(settings.agents, setup)
  for (const [name, agent] of agents) checkUnchanged(name, before[name], redactor.value(configurationOf(agent)), runId)
  const python = await findPython({ program: settings.python, path: settings.pythonPath })
  const own = await ownPartsOf(record, papers)
  const part = partOf(record, options)
  const out = options.outGiven ? options.out : path.dirname(folder)
  const open = () => (part === undefined ? RunStore.resume(folder, redactor) : openPart(part, out, redactor))
  return {
    benchmark,
    python,
    warnings: machineWarnings(options),
    agents,
    setup,
    missions,
    own,
    review: settings.review,
    cache: options.cache && settings.cache !== false,
    trials: part?.record.trials ?? trials,
    whole: trials.length,
    open,
  }
}

/**
 * A run of a queue may be too large for the machine of its coordinator, and the keys of models may be elsewhere.
 * @throws UsageError if a run began on a queue and `--executor` does not say where it goes on
 */
export function refuseOtherExecutor(
  { runId, queue }: RunRecord,
  folder: string,
  { executor }: Pick<RunCommandOptions, 'executor'>,
): void {
  if (queue === undefined || executor !== undefined) return
  throw new UsageError(
    `run ${runId} began on a queue: continue with ${resumeCommand(folder, queue)}, or with --executor local on this machine`,
  )
}

/** Called before anything is written, because otherwise an error would leave an empty run behind. */
async function checkAllTestcodes(
  benchmark: Benchmark,
  missions: readonly Mission[],
  { testers }: OwnParts,
): Promise<void> {
  const { checkTestcodes } = await import('../testers/index.ts')
  for (const mission of missions)
    for (const suite of mission.suites)
      checkTestcodes(mission, suite, await benchmark.testcodes(mission, suite), testers)
}

function checkUnchanged(name: string, before: unknown, now: object, runId: string): void {
  if (before === undefined) return
  const differs = changedFields(fieldDigests(before as object), fieldDigests(now))
  if (differs.length === 0) return
  throw new UsageError(
    `agent "${name}" is not what it was when run ${runId} began (${differs.join(', ')}); start a new run`,
  )
}

/** Options that contain a secret are not stored, so the user has to pass them again. */
function givenAgain(before: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>) {
  // An agent whose name contains its model would ignore another one silently.
  if (now['model'] !== undefined && now['model'] !== before['model'])
    throw new UsageError('--model is only for new runs: with --resume, a run keeps the models that it began with')
  const options = { ...before, ...now }
  const missing = Object.keys(options).find((name) => options[name] === REDACTED)
  if (missing !== undefined)
    throw new UsageError(
      `the value of option "${missing}" was not kept: give it again with --agent-option ${missing}=…`,
    )
  return options
}

/** Default time limit of one testcode, in seconds; an option or the benchmark can override it. */
export const TESTCODE_SECONDS = 20

async function newRecord(
  options: RunCommandOptions,
  python: Python,
  benchmark: Benchmark,
  missions: readonly Mission[],
  agents: ReadonlyMap<string, Agent>,
  own: OwnParts,
): Promise<RunRecord> {
  const { ids: variants, notices } = chooseVariants(benchmark.variants, options)
  const matrix = distinct({ ...options, variants, missions: missions.map(({ id }) => id) })
  const configurations = new Map([...agents].map(([name, agent]) => [name, { ...configurationOf(agent) }]))
  const all = trialKeys(matrix).map((key) => ({
    ...key,
    identity: identityOf(key, missions.find(({ id }) => id === key.mission)?.digest, configurations.get(key.agent)),
  }))
  const expected = await expectedOf(options, all)
  const trials = chosenTrials(all, options, expected ?? {})
  for (const notice of notices) complain(notice)
  const startedAt = new Date().toISOString()
  return {
    schemaVersion: SCHEMA_VERSION,
    runId: `${startedAt.slice(0, 19).replaceAll(':', '-')}-${randomBytes(3).toString('hex')}`,
    startedAt,
    benchmark: await benchmarkInfo(benchmark, missions),
    settings: {
      agents: [...matrix.agents],
      ...(Object.keys(options.agentOptions).length === 0 ? {} : { agentOptions: withoutSecrets(options.agentOptions) }),
      ...(options.config === undefined ? {} : { config: path.resolve(options.config) }),
      ...(options.repairs === 0 ? {} : { repairs: options.repairs }),
      ...(options.feedback === 0 ? {} : { feedback: options.feedback }),
      variants: [...matrix.variants],
      missions: [...matrix.missions],
      samples: matrix.samples,
      concurrency: options.concurrency ?? 'auto',
      sandbox: options.sandbox ?? (await chooseSandbox()).name,
      installNetwork: options.installNetwork,
      protocol: options.protocol,
      ...(python.program === systemPython().program ? {} : { python: python.program }),
      pythonPath: [...python.path],
      trialTimeout: options.timeout,
      testcodeTimeout: options.testcodeTimeout ?? benchmark.testcodeSeconds?.[options.protocol] ?? TESTCODE_SECONDS,
      ...(options.patience === 'auto' ? {} : { patience: options.patience }),
      ...(options.review === undefined ? {} : { review: options.review }),
      ...(options.cache ? {} : { cache: false }),
      startTimeout: options.startTimeout,
      installTimeout: options.installTimeout,
      allowedOrigins: [...new Set(options.allowedOrigins)],
      ...(Object.values(own.record).every((files) => files.length === 0) ? {} : { own: own.record }),
      ...(options.repeatJudging === 0 ? {} : { repeatJudging: options.repeatJudging }),
      seed: options.seed ?? randomSeed(),
    },
    host: {
      pe: packageVersion(),
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      cpus: availableParallelism(),
      browser: await browserName(missions),
    },
    agents: Object.fromEntries(configurations),
    ...(expected === undefined ? {} : { expected }),
    trials,
  }
}

/**
 * The browser of the run, for its record.
 * @throws HarnessFault if a mission needs a browser and this machine has no browser, so that the run fails before its first trial
 */
async function browserName(missions: readonly Mission[]): Promise<string> {
  if (missions.every(({ kind }) => kind !== 'website')) return 'none needed'
  const browser = await findBrowser(process.env)
  if ('missing' in browser) throw new HarnessFault(browser.missing)
  return `${browser.path} (${browser.source})`
}

/** @throws HarnessFault if a mission has windows and this machine cannot show them, so that the run fails before its first trial */
async function requireDisplay(missions: readonly Mission[], python: Python): Promise<void> {
  if (missions.every(({ kind }) => kind !== 'desktop')) return
  const problem = await desktopProblem(python)
  if (problem !== undefined) throw new HarnessFault(problem)
}

export async function benchmarkInfo(
  benchmark: Benchmark,
  missions: readonly Mission[],
): Promise<RunRecord['benchmark']> {
  const { name, source } = benchmark
  const version = await benchmark.version?.()
  return {
    ...{ name, source, ...(version === undefined ? {} : { version }) },
    digest: digestOfMissions(missions),
    missions: missions.map(missionInfo),
  }
}
