import {
  areLibraries,
  type GroupInfo,
  type MissionInfo,
  type Overview,
  type RunInfo,
  type Tally,
  type TrialInfo,
  type TrialScore,
} from '../data.ts'
import { causeOf } from '../reason.ts'
import { percent } from './format.ts'
import { href } from './route.ts'
import { SHOWN, isInDenominator, statusOf, type Shown } from './status.tsx'
import { wordsOf, wordsOfAll, type Words } from './words.ts'

/** One judged point of one trial: the runnable point has index 0, testcodes follow in the order of the mission. */
export interface Point {
  readonly trial: TrialInfo
  readonly index: number
  readonly status: Shown
  /** Earned points and worth, unless the point is worth one and earned one or none. */
  readonly worth?: { readonly earned: number; readonly of: number }
}

export interface Score {
  readonly passed: number
  readonly total: number
}

/** Points, and the trials' share of the score of their mission, which differs from the points if suites have weights. */
export interface PointsScore extends Tally {
  readonly share: Tally
}

export type StatusCounts = ReadonlyMap<Shown, number>

/** The overview with indices for lookups. */
export class Model {
  readonly overview: Overview
  /** The noun for verdicts: `point` if each is worth one. */
  readonly noun: 'point' | 'verdict'
  readonly areLibraries: boolean
  readonly words: Words
  readonly #trialIndex = new Map<string, number>()
  readonly #cells = new Map<string, TrialInfo[]>()
  readonly #points = new Map<TrialInfo, readonly Point[]>()
  readonly #searchTexts = new Map<Point, string>()
  /** Reason → cause. */
  readonly #causes = new Map<string, string>()

  constructor(overview: Overview) {
    this.overview = overview
    this.areLibraries = areLibraries(overview.missions)
    this.words = wordsOfAll(overview.missions)
    this.noun = overview.trials.some((trial) => this.points(trial).some(({ worth }) => worth)) ? 'verdict' : 'point'
    for (const [index, trial] of overview.trials.entries()) {
      this.#trialIndex.set(this.#trialKey(this.run(trial).runId, trial.id), index)
      const cell = cellKey(trial.mission, trial.group)
      this.#cells.set(cell, [...(this.#cells.get(cell) ?? []), trial])
    }
  }

  run(of: { readonly run: number }): RunInfo {
    return at(this.overview.runs, of.run)
  }

  group(trial: TrialInfo): GroupInfo {
    return at(this.overview.groups, trial.group)
  }

  mission(trial: TrialInfo): MissionInfo {
    return at(this.overview.missions, trial.mission)
  }

  groupNamed(name: string | null): number {
    return this.overview.groups.findIndex((group) => group.name === name)
  }

  /** @returns undefined if an address names a missing trial */
  find(runId: string | undefined, trialId: string | undefined): { trial: TrialInfo; index: number } | undefined {
    const index = this.#trialIndex.get(this.#trialKey(runId ?? '', trialId ?? ''))
    return index === undefined ? undefined : { trial: at(this.overview.trials, index), index }
  }

  /** The samples of a mission by a group. */
  cell(mission: number, group: number): readonly TrialInfo[] {
    return this.#cells.get(cellKey(mission, group)) ?? []
  }

  testcodeId({ trial, index }: Omit<Point, 'status'>): string {
    return index === 0 ? 'runnable' : (this.mission(trial).testcodes[index - 1]?.id ?? '')
  }

  functionOf({ trial, index }: Omit<Point, 'status'>): string {
    const mission = this.mission(trial)
    return index === 0 ? wordsOf(mission).runnable.column : (mission.testcodes[index - 1]?.function ?? '')
  }

  /** The part of its id that its name leaves out: the file of a test, or else the id; empty if the name is the id. */
  restOfId(point: Omit<Point, 'status'>): string {
    const [name, id] = [this.functionOf(point), this.testcodeId(point)]
    if (name === id) return ''
    return id.endsWith(`::${name}`) ? id.slice(0, -name.length - 2) : id
  }

  /** @returns the index of its point; -1 if the mission has no such testcode */
  indexOf(trial: TrialInfo, testcode: string): number {
    if (testcode === 'runnable') return 0
    const place = this.mission(trial).testcodes.findIndex(({ id }) => id === testcode)
    return place < 0 ? -1 : place + 1
  }

  /** Not of a library whose tests can begin: then the runnable point, which is worth nothing, says nothing. */
  showsRunnable(trial: TrialInfo): boolean {
    const says = trial.worth?.[0]?.[1] !== 0 || statusOf(trial.points.charAt(0)) !== 'passed'
    return says || this.mission(trial).kind !== 'library'
  }

  reason({ trial, index }: Omit<Point, 'status'>): string {
    const reason = trial.reasons[index]
    return reason === undefined ? '' : (this.overview.reasons[reason] ?? '')
  }

  /** The reason as far as points of one cause share it. */
  cause(point: Omit<Point, 'status'>): string {
    const reason = this.reason(point)
    const cause = this.#causes.get(reason) ?? causeOf(reason)
    this.#causes.set(reason, cause)
    return cause
  }

  /** The points that say something. The same objects at each call, because a filter asks for all points of a run at each key. */
  points(trial: TrialInfo): readonly Point[] {
    const points =
      this.#points.get(trial) ?? pointsOf(trial).filter(({ index }) => index > 0 || this.showsRunnable(trial))
    this.#points.set(trial, points)
    return points
  }

  /** How many points of these trials have each status. */
  countStatuses(trials: readonly TrialInfo[]): StatusCounts {
    const counts = new Map<Shown, number>()
    for (const trial of trials)
      for (const { status } of this.points(trial)) counts.set(status, (counts.get(status) ?? 0) + 1)
    return new Map(SHOWN.flatMap((status) => (counts.has(status) ? [[status, counts.get(status) ?? 0]] : [])))
  }

  /** The text that a search looks at, in lower case. */
  searchText(point: Point): string {
    const text = this.#searchTexts.get(point) ?? this.#makeSearchText(point)
    this.#searchTexts.set(point, text)
    return text
  }

  #makeSearchText(point: Point): string {
    const { title } = this.mission(point.trial)
    const parts = [this.testcodeId(point), this.functionOf(point), title, this.group(point.trial).label]
    return [...parts, this.reason(point)].join('\n').toLowerCase()
  }

  trialHref(trial: TrialInfo, ...more: readonly string[]): string {
    return href(['trial', this.run(trial).runId, trial.id, ...more])
  }

  pointHref(point: Omit<Point, 'status'>): string {
    return this.trialHref(point.trial, 'testcode', this.testcodeId(point))
  }

  missionHref(mission: MissionInfo): string {
    const twins = this.overview.missions.filter(({ id }) => id === mission.id).length > 1
    return href(['mission', mission.id, ...(twins ? [mission.digest.slice(0, 8)] : [])])
  }

  #trialKey(runId: string, trialId: string): string {
    return `${runId}\n${trialId}`
  }
}

function cellKey(mission: number, group: number): string {
  return `${String(mission)} ${String(group)}`
}

/** @throws RangeError if the data contradicts itself */
export function at<T>(list: readonly T[], index: number): T {
  const item = list[index]
  if (item === undefined) throw new RangeError(`the report's data has no entry ${String(index)}`)
  return item
}

function pointsOf(trial: TrialInfo): Point[] {
  return Array.from(trial.points, (letter, index) => {
    const [earned, of] = trial.worth?.[index] ?? []
    const isPlain = of === 1 && (earned === 0 || earned === 1)
    const worth = earned === undefined || of === undefined || isPlain ? {} : { worth: { earned, of } }
    return { trial, index, status: statusOf(letter), ...worth }
  })
}

/** The score of trials of one mission. */
export function scoreOf(trials: readonly TrialInfo[]): PointsScore {
  const scores = trials.map(scoreOfTrial)
  return { ...sumOf(scores.map(({ points }) => points)), share: sumOf(scores.map(({ share }) => share)) }
}

/** Uses the numbers of the harness if there are any, and counts letters otherwise. */
function scoreOfTrial(trial: TrialInfo): Pick<TrialScore, 'points' | 'share'> {
  if (trial.scored) return trial.scored
  const points = { passed: 0, total: 0, unjudged: 0 }
  for (const letter of trial.points) {
    const status = statusOf(letter)
    if (status === 'passed') points.passed += 1
    if (isInDenominator(status)) points.total += 1
    if (status === 'unjudged' || status === 'pending') points.unjudged += 1
  }
  return { points, share: points }
}

export function sumOf(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    total: tallies.reduce((sum, { total }) => sum + total, 0),
    unjudged: tallies.reduce((sum, { unjudged }) => sum + unjudged, 0),
  }
}

/** `97.4%`, or `at least 97.4%` if something is unjudged. */
export function scoreText(score: Pick<PointsScore, 'unjudged' | 'share'>): string {
  // A suite of which everything is excluded has no unjudged point, but its weight is unjudged.
  return `${score.unjudged > 0 || score.share.unjudged > 0 ? 'at least ' : ''}${percent(ratioOf(score.share))}`
}

/** Whether no trial has ended: a run that goes on knows nothing of them, which is not the same as no point. */
export function areAllPending(trials: readonly TrialInfo[]): boolean {
  return trials.every(({ outcome }) => outcome === 'pending')
}

/** `97.4%`, or `at least 97.4%`, or `not ended` if no trial has ended. */
export function trialsText(trials: readonly TrialInfo[]): string {
  return areAllPending(trials) ? 'not ended' : scoreText(scoreOf(trials))
}

export function ratioOf({ passed, total }: Score): number | null {
  return total === 0 ? null : passed / total
}
