import { HarnessFault } from '../../errors.ts'
import type {
  MachineLine,
  NamedScore,
  PublishedTable,
  RunRecord,
  TrialKey,
  TrialRecord,
  Verdict,
} from '../../contracts/schema.ts'
import { MachineRows } from '../../lib/statistics/machines.ts'
import { Comparisons } from './comparisons.ts'
import { isCounted, isOnePoint, missionTally, pointTally, suiteTallies } from '../../lib/statistics/trial-score.ts'
import {
  LETTERS,
  PENDING,
  isAbsent,
  type Absent,
  type ComparisonsChunk,
  type Measures,
  type MissionInfo,
  type Overview,
  type RunInfo,
  type TrialInfo,
} from './data.ts'
import { Funnel, fullNameIn, groupInfos, type ReportedRun } from './groups.ts'
import { runInfo, type FoundInTrials } from './provenance.ts'
import { reasonLine } from './reason.ts'
import { sentenceOf } from './sentence.ts'
import { embedderOf } from './similarity.ts'
import { modelsOf } from './use.ts'
import { boundText } from './visible.ts'
import { publishedTables } from '../published-tables.ts'

/** Most characters of a reason in a list. */
const LONGEST_REASON = 200
/** Most characters of a reason that are parsed for the list. */
const LONGEST_LOOK = 10_000

/** Collects the data that all views share from one trial after another. Only one trial is in memory at a time. */
export class OverviewBuilder {
  readonly #reported: readonly ReportedRun[]
  readonly #missions: readonly MissionInfo[]
  /** Of all groups. */
  readonly #names: readonly string[]
  readonly #funnels = new Map<string, Funnel>()
  readonly #trials: TrialInfo[] = []
  readonly #reasons = new Map<string, number>()
  readonly #comparisons = new Comparisons()
  readonly #found = new Map<ReportedRun, FoundInTrials>()
  /** Measures of each trial, by group. */
  readonly #measures = new Map<string, Measures[]>()
  readonly #machines = new Map<ReportedRun, MachineRows>()
  readonly #ofRuns = new Map<ReportedRun, Measures | Absent>()
  readonly #paperTables = new Map<ReportedRun, readonly PublishedTable[]>()

  constructor(reported: readonly ReportedRun[]) {
    this.#reported = reported
    this.#missions = distinctMissions(reported)
    this.#names = this.head().groups.map(({ name }) => name)
  }

  /** The head of the overview, which needs no trial. */
  head(): Pick<Overview, 'sentence' | 'groups'> {
    const groups = groupInfos(this.#reported, this.#funnels, this.#measures)
    return { sentence: sentenceOf(groups, this.#missions), groups }
  }

  /**
   * @param record Undefined for a trial that was never begun, or has not ended
   * @returns Its index
   */
  add(reported: ReportedRun, key: TrialKey, record: TrialRecord | undefined): number {
    const mission = reported.run.benchmark.missions.find(({ id }) => id === key.mission)
    if (!mission)
      throw new HarnessFault(`run ${reported.run.runId} has a trial of "${key.mission}", which is no mission of it`)
    const name = fullNameIn(this.#reported, reported, key)
    const group = this.#names.indexOf(name)
    if (record) {
      this.#funnelOf(name).add(record)
      this.#comparisons.add(group, record)
      this.#noteModels(reported, record)
      this.#machines.get(reported)?.add(record)
    }
    const ids = ['runnable', ...mission.testcodes.map(({ id }) => id)]
    const flaky = (record?.repeats?.flaky ?? []).map(({ testcode }) => ids.indexOf(testcode))
    const points = ids.map((id) => record && verdictOf(record, id))
    return (
      this.#trials.push({
        run: this.#reported.indexOf(reported),
        group,
        mission: this.#missions.findIndex((each) => isSame(each, mission)),
        id: key.id,
        sample: key.sample,
        outcome: record?.outcome ?? 'pending',
        seconds: record?.seconds ?? 0,
        points: points.map((verdict) => (verdict ? LETTERS[verdict.status] : PENDING)).join(''),
        reasons: this.#reasonsOf(points),
        ...(flaky.length === 0 ? {} : { flaky }),
        ...(record ? numbersOf(record, points) : {}),
      }) - 1
    )
  }

  /** @param unfinishedAt The time, if the run goes on */
  overview(unfinishedAt?: Date): Overview {
    return {
      ...(unfinishedAt ? { unfinishedAt: unfinishedAt.toISOString() } : {}),
      ...this.head(),
      runs: this.#reported.map((each) => {
        const measures = this.#ofRuns.get(each)
        const info = runInfo(each, this.#foundIn(each), unfinishedAt !== undefined)
        const tables =
          measures === undefined || isAbsent(measures) ? [] : publishedTables([{ runId: each.run.runId, measures }])
        const paperTables = this.#paperTables.get(each) ?? []
        return {
          ...info,
          ...(measures === undefined ? {} : { measures }),
          ...(tables.length === 0 ? {} : { tables }),
          ...(paperTables.length === 0 ? {} : { paperTables }),
          ...this.#machinesOf(each),
        }
      }),
      missions: this.#missions,
      trials: this.#trials,
      reasons: [...this.#reasons.keys()],
    }
  }

  comparisons(): ComparisonsChunk {
    const runs = this.#reported.map((each) => ({
      run: each.run,
      embedders: [...this.#foundIn(each).embedders].toSorted(),
    }))
    return this.#comparisons.compare(this.head().groups, runs)
  }

  noteTables(reported: ReportedRun, tables: readonly PublishedTable[]): void {
    this.#paperTables.set(reported, tables)
  }

  /** @param scores Of a trial */
  noteEmbedders(reported: ReportedRun, scores: readonly NamedScore[]): void {
    const { embedders } = this.#foundIn(reported)
    for (const embedder of scores.flatMap(({ score }) => embedderOf(score) ?? [])) embedders.add(embedder)
  }

  /** @param key Of a trial */
  noteMeasures(reported: ReportedRun, key: TrialKey, measures: Measures): void {
    const name = fullNameIn(this.#reported, reported, key)
    const known = this.#measures.get(name) ?? []
    known.push(measures)
    this.#measures.set(name, known)
  }

  noteRunMeasures(reported: ReportedRun, measures: Measures | Absent): void {
    if (isAbsent(measures) || measures.length > 0) this.#ofRuns.set(reported, measures)
  }

  /** Before the trials of the run are added. */
  noteMachines(reported: ReportedRun, lines: readonly MachineLine[]): void {
    if (lines.length > 0) this.#machines.set(reported, new MachineRows(lines))
  }

  #machinesOf(reported: ReportedRun): Pick<RunInfo, 'machines'> {
    const machines = this.#machines.get(reported)?.rows() ?? []
    return machines.length === 0 ? {} : { machines }
  }

  #noteModels(reported: ReportedRun, record: TrialRecord): void {
    const found = this.#foundIn(reported)
    for (const pair of modelsOf(record.agent)) found.models.set(`${pair.asked}\n${pair.answered}`, pair)
    found.flaky += record.repeats?.flaky.length ?? 0
  }

  #foundIn(reported: ReportedRun): FoundInTrials {
    const found = this.#found.get(reported) ?? { models: new Map(), embedders: new Set(), flaky: 0 }
    this.#found.set(reported, found)
    return found
  }

  #funnelOf(name: string): Funnel {
    const funnel = this.#funnels.get(name) ?? new Funnel()
    this.#funnels.set(name, funnel)
    return funnel
  }

  #reasonsOf(points: readonly (Verdict | undefined)[]): Record<number, number> {
    const reasons: Record<number, number> = {}
    for (const [index, verdict] of points.entries()) {
      if (verdict?.reason === undefined || verdict.status === 'passed') continue
      reasons[index] = this.#reasonIndex(verdict.reason)
    }
    return reasons
  }

  #reasonIndex(reason: string): number {
    const line = boundText(reasonLine(reason.slice(0, LONGEST_LOOK))).slice(0, LONGEST_REASON)
    const index = this.#reasons.get(line) ?? this.#reasons.size
    this.#reasons.set(line, index)
    return index
  }
}

/** Counts a mission that changed between two runs as two missions. */
function distinctMissions(reported: readonly ReportedRun[]): readonly MissionInfo[] {
  const missions: MissionInfo[] = []
  for (const mission of reported.flatMap(({ run }) => run.benchmark.missions)) {
    if (!missions.some((each) => isSame(each, mission))) missions.push(missionOf(mission))
  }
  return missions
}

/** If the benchmark has no pages and functions, testcodes are listed by id under their suite, and those of pytest by name under their file. */
function placeOf(id: string, suite: string | undefined): { readonly page: string; readonly function: string } {
  const [file = '', ...names] = id.split('::')
  if (names.length === 0 || !file.endsWith('.py')) return { page: suite ?? 'Testcodes', function: id }
  return { page: suite === undefined ? file : `${suite}: ${file}`, function: names.join('::') }
}

function missionOf(mission: RunRecord['benchmark']['missions'][number]): MissionInfo {
  const { id, digest, title, kind, suites } = mission
  const testcodes = mission.testcodes.map(({ id: testcode, page, function: name, expects = '', suite }) => ({
    id: testcode,
    ...placeOf(testcode, suite),
    ...(page === undefined ? {} : { page }),
    ...(name === undefined ? {} : { function: name }),
    expects,
    ...(suite === undefined ? {} : { suite }),
  }))
  return { id, digest, title, kind, testcodes, suites }
}

function isSame(a: Pick<MissionInfo, 'id' | 'digest'>, b: Pick<MissionInfo, 'id' | 'digest'>): boolean {
  return a.id === b.id && a.digest === b.digest
}

/** Empty if the numbers can be computed from the letters. */
function numbersOf(record: TrialRecord, points: readonly (Verdict | undefined)[]): Pick<TrialInfo, 'worth' | 'scored'> {
  if (isCounted(record)) return {}
  const pair = (verdict: Verdict | undefined) =>
    verdict ? ([verdict.points.earned, verdict.points.of] as const) : null
  const plain = points.every((verdict) => verdict === undefined || isOnePoint(verdict))
  const suites = suiteTallies(record).flatMap(({ suite, weight, passed, total, unjudged }) =>
    suite === undefined ? [] : [{ suite, weight, passed, total, unjudged }],
  )
  return {
    ...(plain ? {} : { worth: points.map(pair) }),
    scored: { scoring: record.scoring ?? 'pooled', points: pointTally(record), share: missionTally(record), suites },
  }
}

function verdictOf({ runnable, verdicts }: TrialRecord, id: string): Verdict | undefined {
  return id === 'runnable' ? runnable : verdicts.find(({ testcode }) => testcode === id)
}
