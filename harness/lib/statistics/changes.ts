import type { Comparison, TrialRecord } from '../../contracts/schema.ts'
import { countPoints, type PointCount } from './tries.ts'

type Changes = Comparison['changes']

/**
 * Changes from A to B by testcode, if both judged it: fixed if the samples earn more on average, broken if they earn
 * less.
 */
export function changesOf(a: readonly TrialRecord[], b: readonly TrialRecord[]): Changes {
  const later = new Map(countPoints(b).map((count) => [key(count), count]))
  const changes: Changes = { fixed: [], broken: [], same: 0 }
  for (const before of countPoints(a)) {
    const after = later.get(key(before))
    const [judged, earlier] = [judgedOf(after), judgedOf(before)]
    if (!after || judged === 0 || earlier === 0) continue
    const step = after.earned * earlier - before.earned * judged
    const { mission, testcode } = before
    if (step === 0) changes.same += 1
    else (step > 0 ? changes.fixed : changes.broken).push({ mission, testcode })
  }
  return changes
}

function judgedOf(count: PointCount | undefined): number {
  return count ? count.total - count.unjudged : 0
}

function key({ mission, testcode }: { readonly mission: string; readonly testcode: string }): string {
  return `${mission} ${testcode}`
}
