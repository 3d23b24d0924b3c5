import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import { BackgroundScoring } from './background-scoring.ts'
import { selectMissions } from './benchmarks/index.ts'
import { Interrupted, UsageError } from './errors.ts'
import { repeatJudging } from './repeat.ts'
import type { Multiplexer } from './reporters/index.ts'
import type { RunRecord, Summary, TrialKey, TrialRecord } from './schema.ts'
import type { EmbedderChoice } from './scorers/embedders/index.ts'
import { RunStore, readSummary, readTrials, reportFile } from './store.ts'
import { summarise } from './summary.ts'
import { Testers, checkTestcodes, type TesterOptions } from './testers/index.ts'
import { runTrial, type Trial } from './trial.ts'
import type { Agent, Benchmark, Mission, Python, RunEvent } from './types.ts'

export interface RunTools {
  readonly store: RunStore
  readonly benchmark: Benchmark
  readonly agents: ReadonlyMap<string, Agent>
  readonly testers: TesterOptions
  readonly python: Python
  readonly reporters: Multiplexer
  /** Of the scores that are computed beside the judging. */
  readonly embedder: EmbedderChoice
  readonly signal: AbortSignal
}

/** Cores, but at most four: a browser and a server for each trial are what limits, not the harness. */
export const DEFAULT_CONCURRENCY = Math.min(availableParallelism(), 4)

/**
 * Runs all trials of a run that have not ended yet, several at a time, and summarises the run.
 * Stopping is no failure: what has not ended is pending, and the summary says `incomplete`.
 */
export async function run(tools: RunTools): Promise<Summary> {
  const { store } = tools
  const { record } = store
  const began = performance.now()
  const missions = await loadMissions(tools.benchmark, record)
  const done = await readTrials(store.folder, record)
  const pending = record.trials.filter((key) => !done.some(({ trial }) => trial.id === key.id))
  const mission = (id: string) => (missions.get(id) ?? missing(id)).mission
  await using scoring = new BackgroundScoring({ ...tools, mission })
  const log = eventSink(tools)
  const emit = (event: RunEvent) => {
    scoring.on(event)
    return log(event)
  }
  await emit({ type: 'run-begin', run: record, folder: store.folder, pending: pending.length })

  await using testers = new Testers(tools.testers)
  const limit = pLimit(record.settings.concurrency)
  const results = await Promise.allSettled(
    pending.map((key) => limit(() => runOne(key, { ...tools, missions, testers, emit }))),
  )
  const failure = results.find((result) => result.status === 'rejected' && !(result.reason instanceof Interrupted))
  if (failure?.status === 'rejected') throw failure.reason

  const earlier = (await readSummary(store.folder))?.seconds ?? 0
  const summary = summarise(record, await readTrials(store.folder, record), {
    folder: store.folder,
    report: reportFile(store.folder),
    seconds: earlier + (performance.now() - began) / 1000,
  })
  await store.writeSummary(summary)
  const scores = tools.signal.aborted ? Promise.resolve() : scoring.end()
  // The run has its verdicts, whatever became of the scores.
  await Promise.allSettled([scores])
  await emit({ type: 'run-end', summary })
  await scores
  return summary
}

interface OneTools extends Omit<RunTools, 'testers'> {
  readonly missions: ReadonlyMap<string, LoadedMission>
  readonly testers: Testers
  readonly emit: (event: RunEvent) => Promise<void>
}

interface LoadedMission {
  readonly mission: Mission
  readonly testcodes: unknown
}

async function runOne(key: TrialKey, tools: OneTools): Promise<TrialRecord> {
  if (tools.signal.aborted) throw new Interrupted('stopped')
  const { mission, testcodes } = tools.missions.get(key.mission) ?? missing(key.mission)
  const { settings } = tools.store.record
  const store = tools.store.trial(key)
  await tools.emit({ type: 'trial-begin', trial: key })
  const trial: Trial = {
    key,
    benchmark: tools.benchmark,
    mission,
    testcodes,
    agent: tools.agents.get(key.agent) ?? missing(key.agent),
    tester: tools.testers.for(mission),
    store,
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
  const record = await repeatJudging(trial, await runTrial(trial), settings.repeatJudging ?? 0)
  await store.writeRecord(record)
  await tools.emit({ type: 'trial-end', trial: key, record })
  return record
}

function missing(name: string): never {
  throw new TypeError(`"${name}" was not loaded for this run`)
}

/** @throws UsageError where a mission is not what it was when the run began */
async function loadMissions(benchmark: Benchmark, record: RunRecord): Promise<Map<string, LoadedMission>> {
  const missions = await selectMissions(benchmark, record.settings.missions)
  for (const mission of missions) {
    if (record.benchmark.missions.find(({ id }) => id === mission.id)?.digest === mission.digest) continue
    throw new UsageError(`mission "${mission.id}" has changed since run ${record.runId} began; start a new run`)
  }
  const loaded = await Promise.all(
    missions.map(async (mission) => {
      const testcodes = await benchmark.testcodes(mission)
      checkTestcodes(mission, testcodes)
      return [mission.id, { mission, testcodes }] as const
    }),
  )
  return new Map(loaded)
}

/** Events reach the log and the reporters one after the other, in the order in which they happened. */
function eventSink({ store, reporters }: RunTools): (event: RunEvent) => Promise<void> {
  let queue = Promise.resolve()
  return (event) => {
    queue = queue.then(async () => {
      await store.appendEvent(event)
      await reporters.on(event)
    })
    return queue
  }
}
