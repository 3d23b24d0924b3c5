/** One trial from its spec, with tools that it shares with other trials. */
import { Interrupted, UsageError } from '../errors.ts'
import type { TrialSpec, Flaky, TrialRecord, Verdict } from '../contracts/schema.ts'
import { givesFeedback, withSuites } from '../contracts/suites.ts'
import type { Agent, Benchmark, Launcher, Mission, Python, Scorer, Suite, TrialEvent } from '../contracts/types.ts'
import { inRounds } from '../agents/rounds.ts'
import { TrialStore } from '../store/store.ts'
import type { Testers } from '../testers/index.ts'
import type { AgentServices } from '../trial/agent-context.ts'
import { runAgent, runTrial, type Trial } from '../trial/trial.ts'
import type { Places } from '../trial/place.ts'
import { measureTrial } from './measures.ts'
import { silentAgent } from '../agents/stand-ins.ts'
import { scratchFolder } from '../lib/files/scratch.ts'
import { isJudged } from '../contracts/points.ts'
import { verdictsOf } from '../lib/statistics/tries.ts'

/** Tools that the trials of a run, or of a worker, share. */
export interface TrialTools {
  readonly benchmark: Benchmark
  /** By id. */
  readonly missions: ReadonlyMap<string, LoadedMission>
  /** By the names that their trials have. */
  readonly agents: ReadonlyMap<string, Agent>
  readonly services?: AgentServices | undefined
  readonly testers: Testers
  /** Launchers from the user's files, asked before the built-in ones. */
  readonly launchers?: readonly Launcher[] | undefined
  readonly scorers?: readonly Scorer[] | undefined
  readonly python: Python
  /** Places for judging; unlimited if it is missing. */
  readonly places?: Places | undefined
  readonly store: (key: TrialSpec['key']) => TrialStore
}

export interface LoadedMission {
  readonly mission: Mission
  readonly suites: readonly { readonly suite: Suite; readonly testcodes: unknown }[]
}

/**
 * Runs a trial to its end. Its record is on disk before it emits `trial-end`.
 * @throws Unexpected errors, and errors that make all further trials pointless
 */
export async function runOne(
  spec: TrialSpec,
  tools: TrialTools,
  emit: (event: TrialEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const { key, settings } = spec
  emit({ type: 'trial-begin', trial: key })
  const trial = trialOf(spec, tools, emit, signal)
  const judge = async () => repeatJudging(trial, await runTrial(trial), settings.repeatJudging ?? 0)
  const result = await (settings.judge ? judge() : runAgent(trial)).catch(pendingWhereStopped)
  if (result === undefined || result instanceof Interrupted) {
    emit({ type: 'trial-pending', trial: key, reason: result?.message ?? 'to be judged later' })
    return
  }
  await trial.store.writeRecord(result)
  await measureTrial({ ...tools, scorers: tools.scorers ?? [], mission: () => trial.mission }, result)
  emit({ type: 'trial-end', trial: key, record: result })
}

function pendingWhereStopped(error: unknown): Interrupted {
  if (error instanceof Interrupted) return error
  throw error
}

export function trialOf(
  { key, settings, benchmark: asked }: TrialSpec,
  tools: TrialTools,
  emit: (event: TrialEvent) => void,
  signal: AbortSignal,
): Trial {
  const { mission, suites } = tools.missions.get(key.mission) ?? missing(key.mission)
  if (mission.digest !== asked.mission)
    throw new UsageError(`mission "${mission.id}" is not the one that trial ${key.id} is about: its files differ`)
  const rounds = tools.benchmark.variants.find(({ id }) => id === key.variant)?.rounds ?? 1
  const posed = rounds > 1 ? missionInRounds(mission, rounds) : mission
  const agent = tools.agents.get(key.agent) ?? missing(key.agent)
  return {
    key,
    benchmark: tools.benchmark,
    mission: posed,
    suites: suites.map(({ suite, testcodes }) => ({ suite, testcodes, tester: tools.testers.for(suite) })),
    testerServices: tools.testers.services,
    ...(tools.launchers === undefined ? {} : { launchers: tools.launchers }),
    ...(tools.benchmark.scoring === undefined ? {} : { scoring: tools.benchmark.scoring }),
    agent: rounds > 1 ? inRounds(agent, rounds) : agent,
    services: tools.services,
    seed: settings.seed,
    store: tools.store(key),
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
    // A trial that judges while its agent works has a place from its begin to its end.
    places: givesFeedback(posed) ? undefined : tools.places,
    emit,
    signal,
  }
}

/** Each round is a submission, of which the agent is told nothing. */
function missionInRounds(mission: Mission, rounds: number): Mission {
  return { ...mission, submissions: { most: rounds, counts: 'last', shows: [] } }
}

function missing(name: string): never {
  throw new TypeError(`"${name}" was not loaded for this run`)
}

/**
 * Loads the testcodes of missions.
 * @throws UsageError if a suite and its testcodes do not match
 */
export async function loadSuites(
  benchmark: Benchmark,
  missions: readonly Mission[],
  testers: Testers,
): Promise<Map<string, LoadedMission>> {
  const loaded = missions.map(async (mission) => {
    const suites = mission.suites.map(async (suite) => {
      const testcodes = await benchmark.testcodes(mission, suite)
      testers.for(suite).check(mission, suite, testcodes)
      return { suite, testcodes }
    })
    return [mission.id, { mission, suites: await Promise.all(suites) }] as const
  })
  return new Map(await Promise.all(loaded))
}

// ---- repeat --------------------------------------------------------------------------------------------------------

/**
 * Judges the frozen project of a trial again several times, with the same answers, and records the testcodes whose verdict changed.
 * The first verdicts and their evidence stay; the agent is not called.
 * @param record Record of the first judging
 * @throws Interrupted if the run was stopped
 */
export async function repeatJudging(trial: Trial, record: TrialRecord, times: number): Promise<TrialRecord> {
  if (times === 0 || !['judged', 'not-launched'].includes(record.outcome)) return record
  const again: TrialRecord[] = []
  for (let time = 1; time <= times; time += 1) {
    trial.emit({ type: 'stage', trial: trial.key, stage: 'rejudge', detail: `${String(time)}/${String(times)}` })
    again.push(await judgeOnceMore(trial, partsOf(trial, record)))
  }
  const judgings = again.map(({ startedAt, seconds, ledger }) => ({
    startedAt,
    seconds,
    ...(ledger ? { ledger } : {}),
  }))
  return { ...record, repeats: { times, flaky: flakyOf([record, ...again]), judgings } }
}

/** A project that counts, and the mission with the suites whose verdicts of it count. */
interface RepeatedPart {
  readonly folder: string
  readonly mission: Mission
}

/** Only submissions that count are judged again: several if the best of each suite does. */
function partsOf({ store, mission }: Trial, { submissions = [] }: TrialRecord): RepeatedPart[] {
  const { submissions: rules, ...alone } = mission
  if (!rules) return [{ folder: store.folder, mission }]
  const { afterwards = [] } = rules
  return submissions.flatMap(({ number, suite, counts, reviewed }) => {
    const { folder } = store.call('submissions', number)
    if (suite === undefined) return counts === true ? [{ folder, mission: alone }] : []
    const suites = [...(counts === true ? [suite] : []), ...(reviewed === true ? afterwards : [])]
    return suites.length === 0 ? [] : [{ folder, mission: withSuites(alone, suites) }]
  })
}

/** Judges the parts of a trial again, as one record. */
async function judgeOnceMore(trial: Trial, parts: readonly RepeatedPart[]): Promise<TrialRecord> {
  const agent = silentAgent(trial.agent.name)
  const records: TrialRecord[] = []
  for (const { folder, mission } of parts) {
    await using evidence = await scratchFolder()
    const store = new RepeatStore(folder, evidence.path)
    // Emits no verdicts: only the first ones count.
    records.push(await runTrial({ ...trial, mission, store, agent, emit: () => undefined }))
  }
  const [first] = records
  if (!first) throw new TypeError('a judged trial has a project')
  const seconds = records.reduce((sum, record) => sum + record.seconds, 0)
  return { ...first, seconds, verdicts: records.flatMap(({ verdicts }) => verdicts) }
}

/** The project and the answers that were judged, and a place for evidence that nobody will look at. */
class RepeatStore extends TrialStore {
  readonly #evidence: string

  constructor(folder: string, evidence: string) {
    super(folder)
    this.#evidence = evidence
  }

  override evidenceFolder(): Promise<string> {
    return Promise.resolve(this.#evidence)
  }
}

/** Testcodes with more than one status. Unjudged points are unknown, which is not a change. */
function flakyOf(records: readonly TrialRecord[]): Flaky[] {
  const verdicts = new Map<string, Verdict[]>()
  for (const verdict of records.flatMap(verdictsOf)) {
    verdicts.set(verdict.testcode, [...(verdicts.get(verdict.testcode) ?? []), verdict])
  }
  return [...verdicts].flatMap(([testcode, all]) => {
    const statuses = all.map(({ status }) => status).filter(isJudged)
    if (new Set(statuses).size < 2) return []
    const short = ({ status, reason }: Verdict) => ({ status, ...(reason === undefined ? {} : { reason }) })
    return [{ testcode, verdicts: all.map(short) }]
  })
}
