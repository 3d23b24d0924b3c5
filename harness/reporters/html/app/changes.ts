import type { TrialInfo } from '../data.ts'
import type { Model, Point, Score } from './model.ts'
import { isJudged } from './status.tsx'

/** A testcode whose samples earn more or less than before, on average. */
export interface Change {
  /** A sample on each side that shows it. */
  readonly before: Point
  readonly after: Point
  readonly from: Earned
  readonly to: Earned
}

/** Counts of the judged samples. `points` are the earned ones: as many as passed samples, if the testcode is worth one. */
export interface Earned extends Score {
  readonly points: number
}

export interface Changes {
  readonly fixed: readonly Change[]
  readonly broken: readonly Change[]
  readonly same: number
  /** Not judged on both sides. */
  readonly unknown: number
}

/** Changes from one group to another, over the missions that both have, even if digests differ. */
export function changesBetween(model: Model, a: number, b: number): Changes {
  const fixed: Change[] = []
  const broken: Change[] = []
  let same = 0
  let unknown = 0
  const later = pointsByName(model, b)
  for (const [name, before] of pointsByName(model, a)) {
    const after = later.get(name)
    if (!after) continue
    const [from, to] = [tally(before), tally(after)]
    const step = to.points * from.total - from.points * to.total
    if (from.total === 0 || to.total === 0) unknown += 1
    else if (step === 0) same += 1
    else {
      const better = step > 0
      const change = { before: example(before, !better), after: example(after, better), from, to }
      ;(better ? fixed : broken).push(change)
    }
  }
  return { fixed, broken, same, unknown }
}

function pointsByName(model: Model, group: number): Map<string, Point[]> {
  const points = new Map<string, Point[]>()
  const trials: readonly TrialInfo[] = model.overview.trials.filter((trial) => trial.group === group)
  for (const point of trials.flatMap((trial) => model.points(trial))) {
    if (point.worth?.of === 0) continue
    const name = `${model.mission(point.trial).id} ${model.testcodeId(point)}`
    const known = points.get(name)
    if (known) known.push(point)
    else points.set(name, [point])
  }
  return points
}

function tally(points: readonly Point[]): Earned {
  const judged = points.filter(({ status }) => isJudged(status))
  return {
    total: judged.length,
    passed: judged.filter(({ status }) => status === 'passed').length,
    points: judged.reduce((sum, point) => sum + earnedBy(point), 0),
  }
}

function earnedBy({ status, worth }: Point): number {
  return worth ? worth.earned : Number(status === 'passed')
}

/** A judged sample that earned most, or least. */
function example(points: readonly Point[], most: boolean): Point {
  const judged = points.filter(({ status }) => isJudged(status))
  const [first, ...others] = judged.length > 0 ? judged : points
  if (!first) throw new RangeError('a testcode has at least one sample')
  const better = (a: Point, b: Point) => (most ? earnedBy(a) > earnedBy(b) : earnedBy(a) < earnedBy(b))
  return others.reduce((found, point) => (better(point, found) ? point : found), first)
}
