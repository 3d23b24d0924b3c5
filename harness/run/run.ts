import pLimit from 'p-limit'
import type { AgentServices } from '../trial/agent-context.ts'
import { BackgroundScoring } from './background-scoring.ts'
import { selectMissions } from '../benchmarks/index.ts'
import { Interrupted, UsageError } from '../errors.ts'
import { measureRun, measureTrial, type Measuring } from './measures.ts'
import { repeatJudging } from './repeat.ts'
import { seedOf } from './seed.ts'
import type { Multiplexer } from '../reporters/index.ts'
import type { Summary, TrialKey } from '../contracts/schema.ts'
import type { EmbedderChoice } from '../scorers/embedders/index.ts'
import { RunStore } from '../store/store.ts'
import { readSummary, readTrials, reportFile } from '../store/read.ts'
import { summarise } from './summary.ts'
import { Testers, type TesterOptions } from '../testers/index.ts'
import { runAgent, runTrial, type Trial } from '../trial/trial.ts'
import type { Agent, Benchmark, Launcher, Mission, Python, RunEvent, Scorer, Suite } from '../contracts/types.ts'

export interface RunTools {
  readonly store: RunStore
  readonly benchmark: Benchmark
  readonly agents: ReadonlyMap<string, Agent>
  readonly services?: AgentServices
  /** Trials that may be begun, by id; all where it is missing. */
  readonly only?: ReadonlySet<string>
  /** Trials at a time; what the run began with if it is undefined. */
  readonly concurrency?: number | undefined
  /** False: only the agents are called. */
  readonly judge?: boolean
  readonly testers: TesterOptions
  /** From files of the user, before those that come with `pe`; none by default. */
  readonly launchers?: readonly Launcher[]
  /** From files of the user; none by default. */
  readonly scorers?: readonly Scorer[]
  readonly python: Python
  readonly reporters: Multiplexer
  /** Of the scores that are computed beside the judging; none are where it is missing. */
  readonly embedder?: EmbedderChoice
  readonly signal: AbortSignal
}

/**
 * Runs all trials of a run that have not ended yet, several at a time, and summarises the run.
 * Stopping is no failure: what has not ended is pending, and the summary says `incomplete`.
 * @throws What ended the run before its time, once its summary is written
 */
export async function run(tools: RunTools): Promise<Summary> {
  const { store } = tools
  const { record } = store
  const began = performance.now()
  await using testers = new Testers(tools.testers)
  const missions = await loadMissions(tools, testers)
  const done = await readTrials(store.folder, record)
  const ended = new Set(done.map(({ trial }) => trial.id))
  const pending = record.trials.filter(({ id }) => !ended.has(id) && tools.only?.has(id) !== false)
  const mission = (id: string) => (missions.get(id) ?? missing(id)).mission
  const { embedder } = tools
  await using scoring = embedder && new BackgroundScoring({ ...tools, embedder, mission })
  const log = eventSink(tools)
  const emit = (event: RunEvent) => {
    scoring?.on(event)
    return log(event)
  }
  await emit({ type: 'run-begin', run: record, folder: store.folder, pending: pending.length })

  const begun = await store.begun()
  await tools.services?.client.recover(
    pending.filter(({ id }) => begun.has(id)).map((key) => store.trial(key).exchanges),
  )
  const measuring = { store, benchmark: tools.benchmark, mission, scorers: tools.scorers ?? [] }
  const failures = await runAll(pending, { ...tools, missions, testers, emit, measuring })

  const earlier = (await readSummary(store.folder))?.seconds ?? 0
  const trials = await readTrials(store.folder, record)
  await measureRun(measuring, trials)
  const summary = summarise(record, trials, {
    folder: store.folder,
    report: reportFile(store.folder),
    seconds: earlier + (performance.now() - began) / 1000,
  })
  await store.writeSummary(summary)
  const scores = tools.signal.aborted ? undefined : scoring?.end()
  // The run has its verdicts, whatever became of the scores.
  await Promise.allSettled([scores])
  await emit({ type: 'run-end', summary })
  if (failures.length > 0) throw failures[0]
  await scores
  return summary
}

interface OneTools extends Omit<RunTools, 'testers'> {
  readonly missions: ReadonlyMap<string, LoadedMission>
  readonly testers: Testers
  readonly measuring: Measuring
  readonly emit: (event: RunEvent) => Promise<void>
}

interface LoadedMission {
  readonly mission: Mission
  readonly suites: readonly { readonly suite: Suite; readonly testcodes: unknown }[]
}

/**
 * Several at a time. What only stops a trial leaves it pending; what nobody expected, or what makes all further trials
 * senseless, ends the others too.
 * @returns What ended them
 */
async function runAll(keys: readonly TrialKey[], tools: OneTools): Promise<readonly unknown[]> {
  const stop = new AbortController()
  const signal = AbortSignal.any([tools.signal, stop.signal])
  const { concurrency = tools.store.record.settings.concurrency } = tools
  const limit = pLimit(concurrency)
  const failures: unknown[] = []
  const runUnlessStopped = async (key: TrialKey): Promise<void> => {
    if (signal.aborted) return
    try {
      await runOne(key, { ...tools, signal })
    } catch (error) {
      failures.push(error)
      stop.abort(new Interrupted('another trial failed'))
    }
  }
  const inOrder = concurrency > 1 ? longestFirst(keys, tools.missions) : keys
  await Promise.all(inOrder.map((key) => limit(() => runUnlessStopped(key))))
  return failures
}

/** What takes longest begins first, so that at the end nobody waits for one long trial that began last. */
function longestFirst(keys: readonly TrialKey[], missions: OneTools['missions']): readonly TrialKey[] {
  const length = ({ mission }: TrialKey) =>
    missions.get(mission)?.suites.reduce((sum, { suite }) => sum + suite.testcodes.length, 0) ?? 0
  return keys.toSorted((one, other) => length(other) - length(one))
}

async function runOne(key: TrialKey, tools: OneTools): Promise<void> {
  await tools.emit({ type: 'trial-begin', trial: key })
  const trial = trialOf(key, tools)
  const times = tools.store.record.settings.repeatJudging ?? 0
  const judge = async () => repeatJudging(trial, await runTrial(trial), times)
  const result = await (tools.judge === false ? runAgent(trial) : judge()).catch(pendingWhereStopped)
  if (result === undefined || result instanceof Interrupted) {
    await tools.emit({ type: 'trial-pending', trial: key, reason: result?.message ?? 'to be judged later' })
    return
  }
  await trial.store.writeRecord(result)
  await measureTrial(tools.measuring, result)
  await tools.emit({ type: 'trial-end', trial: key, record: result })
}

function pendingWhereStopped(error: unknown): Interrupted {
  if (error instanceof Interrupted) return error
  throw error
}

function trialOf(key: TrialKey, tools: OneTools): Trial {
  const { mission, suites: loaded } = tools.missions.get(key.mission) ?? missing(key.mission)
  const { settings } = tools.store.record
  return {
    key,
    benchmark: tools.benchmark,
    mission,
    suites: loaded.map(({ suite, testcodes }) => ({ suite, testcodes, tester: tools.testers.for(suite) })),
    testerServices: tools.testers.services,
    ...(tools.launchers === undefined ? {} : { launchers: tools.launchers }),
    ...(tools.benchmark.scoring === undefined ? {} : { scoring: tools.benchmark.scoring }),
    agent: tools.agents.get(key.agent) ?? missing(key.agent),
    services: tools.services,
    seed: seedOf(tools.store.record),
    store: tools.store.trial(key),
    sandbox: settings.sandbox,
    installNetwork: settings.installNetwork,
    python: tools.python,
    protocol: settings.protocol,
    limits: {
      trial: settings.trialTimeout * 1000,
      testcode: settings.testcodeTimeout * 1000,
      start: settings.startTimeout * 1000,
      install: settings.installTimeout * 1000,
    },
    // A log that cannot be written any more fails the trial at its end, where the next event is waited for.
    emit: (event) => void tools.emit(event).catch(() => undefined),
    signal: tools.signal,
  }
}

function missing(name: string): never {
  throw new TypeError(`"${name}" was not loaded for this run`)
}

/** @throws UsageError where a mission is not what it was when the run began */
async function loadMissions(
  { benchmark, store: { record } }: RunTools,
  testers: Testers,
): Promise<Map<string, LoadedMission>> {
  const missions = await selectMissions(benchmark, record.settings.missions)
  for (const mission of missions) {
    if (record.benchmark.missions.find(({ id }) => id === mission.id)?.digest === mission.digest) continue
    throw new UsageError(`mission "${mission.id}" has changed since run ${record.runId} began; start a new run`)
  }
  const loaded = await Promise.all(
    missions.map(async (mission) => {
      const suites = await Promise.all(
        mission.suites.map(async (suite) => {
          const testcodes = await benchmark.testcodes(mission, suite)
          testers.for(suite).check(mission, suite, testcodes)
          return { suite, testcodes }
        }),
      )
      return [mission.id, { mission, suites }] as const
    }),
  )
  return new Map(loaded)
}

/** Events reach the log and the reporters one after the other, in the order in which they happened, without any key. */
function eventSink({ store, reporters, services }: RunTools): (event: RunEvent) => Promise<void> {
  let queue = Promise.resolve()
  return (event) => {
    const clean = services?.redactor.value(event) ?? event
    queue = queue.then(async () => {
      await store.appendEvent(clean)
      await reporters.on(clean)
    })
    return queue
  }
}
