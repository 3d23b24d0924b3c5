import type { AgentServices } from '../trial/agent-context.ts'
import { BackgroundScoring } from './background-scoring.ts'
import { selectMissions } from '../benchmarks/index.ts'
import { Interrupted, UsageError } from '../errors.ts'
import { gatesFor, type Concurrency } from './concurrency.ts'
import { localExecutor } from './executors/local.ts'
import { measureMissing, measuredOf, measureRun, unmeasuredOf } from './measures.ts'
import { loadSuites, type LoadedMission } from './one-trial.ts'
import type { Multiplexer } from '../reporters/index.ts'
import type { Summary, TrialKey, TrialSpec } from '../contracts/schema.ts'
import type { EmbedderChoice } from '../contracts/paper.ts'
import type { RunStore } from '../store/store.ts'
import { readSummary, readTrials, reportFile } from '../store/read.ts'
import { coveredSeconds } from '../lib/statistics/ledger.ts'
import { summarise } from './summary.ts'
import { Testers, type TesterOptions } from '../testers/index.ts'
import { specOf } from './trial-spec.ts'
import { calibrateLibrary } from '../trial/calibration/calibrate.ts'
import type { Agent, Benchmark, Executor, Launcher, Mission, Python, RunEvent, Scorer } from '../contracts/types.ts'

export interface RunTools {
  readonly store: RunStore
  readonly benchmark: Benchmark
  readonly agents: ReadonlyMap<string, Agent>
  readonly services?: AgentServices
  /** Trials that may be begun, by id; all if it is missing. */
  readonly only?: ReadonlySet<string>
  /** True: begin with trials that end soon. */
  readonly quickFirst?: boolean
  /** Trials at a time; what the run began with if it is undefined. */
  readonly concurrency?: Concurrency | undefined
  /** False: only the agents are called. */
  readonly judge?: boolean
  readonly testers: TesterOptions
  /** From files of the user, before those that come with `pe`; none by default. */
  readonly launchers?: readonly Launcher[]
  /** From files of the user; none by default. */
  readonly scorers?: readonly Scorer[]
  readonly python: Python
  readonly reporters: Multiplexer
  /** Of the scores that are computed beside the judging; none are if it is missing. */
  readonly embedder?: EmbedderChoice
  /** Runs the trials; this process does if it is missing. */
  readonly executor?: Executor | undefined
  readonly signal: AbortSignal
}

/**
 * Runs all trials of a run that have not ended yet, several at a time, and summarises the run.
 * Stopping is not a failure: trials that have not ended are pending, and the summary is `incomplete`.
 * @throws The error that ended the run early, once its summary is written
 */
export async function run(tools: RunTools): Promise<Summary> {
  const { store } = tools
  const { record } = store
  const began = performance.now()
  await using testers = new Testers({ calibrate: calibrateLibrary, ...tools.testers })
  const missions = await loadSuites(tools.benchmark, await missionsOf(tools), testers)
  const done = await readTrials(store.folder, record)
  const ended = new Set(done.map(({ trial }) => trial.id))
  const pending = record.trials.filter(({ id }) => !ended.has(id) && tools.only?.has(id) !== false)
  const mission = (id: string) => loadedMission(missions, id)
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
  const own = { ...tools, missions, testers, store: (key: TrialKey) => store.trial(key) }
  const gates = gatesFor(tools.concurrency ?? record.settings.concurrency)
  const executor = tools.executor ?? localExecutor(own, gates, tools.quickFirst)
  const specs = pending.map((key) => specOf(record, key, store.folder, tools.judge !== false))
  const failure = await runTrials(executor, specs, emit, tools.signal)

  // A session that was killed wrote no summary, but its trials were recorded. Verdicts that are replaced count no longer.
  const before = tools.only ? undefined : await readSummary(store.folder)
  const earlier = Math.max(before?.seconds ?? 0, coveredSeconds(done))
  const trials = await readTrials(store.folder, record)
  const measuring = { ...own, scorers: tools.scorers ?? [], mission }
  await measureMissing(measuring, trials)
  await measureRun(measuring, store, trials)
  const unmeasured = await unmeasuredOf(measuring, store, trials)
  const summary = summarise(record, trials, {
    folder: store.folder,
    report: reportFile(store.folder),
    seconds: earlier + (performance.now() - began) / 1000,
    unmeasured,
    measured: await measuredOf(measuring, store, trials),
    ...(tools.executor || pending.length === 0 ? {} : { concurrency: gates.used() }),
  })
  await store.writeSummary(summary)
  const scores = tools.signal.aborted ? undefined : scoring?.end()
  // The run has its verdicts, even if the scores failed.
  await Promise.allSettled([scores])
  await emit({ type: 'run-end', summary })
  if (failure) throw failure.error
  await scores
  return summary
}

function loadedMission(missions: ReadonlyMap<string, LoadedMission>, id: string): Mission {
  const found = missions.get(id)
  if (!found) throw new TypeError(`mission "${id}" was not loaded for this run`)
  return found.mission
}

/** @returns What ended the trials before their time: the executor's error, or that of the log */
async function runTrials(
  executor: Executor,
  specs: readonly TrialSpec[],
  emit: (event: RunEvent) => Promise<void>,
  signal: AbortSignal,
): Promise<{ readonly error: unknown } | undefined> {
  // A log that cannot be written any more stops the trials; they are waited for.
  const stop = new AbortController()
  let failure: { readonly error: unknown } | undefined
  try {
    for await (const event of executor.run(specs, AbortSignal.any([signal, stop.signal]))) {
      if (failure) continue
      await emit(event).catch((error: unknown) => {
        failure = { error }
        stop.abort(new Interrupted('the events of the run cannot be written'))
      })
    }
  } catch (error) {
    failure ??= { error }
  }
  return failure
}

/** @throws UsageError if a mission has changed since the run began */
async function missionsOf({ benchmark, store: { record } }: RunTools): Promise<readonly Mission[]> {
  const missions = await selectMissions(benchmark, record.settings.missions)
  for (const mission of missions) {
    if (record.benchmark.missions.find(({ id }) => id === mission.id)?.digest === mission.digest) continue
    throw new UsageError(`mission "${mission.id}" has changed since run ${record.runId} began; start a new run`)
  }
  return missions
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
