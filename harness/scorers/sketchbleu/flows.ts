import { assign } from '../assignment.ts'
import { countShared, type Bag } from '../codebleu/bag.ts'
import { brevityPenalty } from './unigrams.ts'

/** Pairs of functions; a matrix of this size takes about 8 seconds. */
const MAX_PAIRS = 16_000_000

/**
 * Matches functions one to one by their data flow, with the greatest sum of recalls. Divided by the number of functions on the
 * smaller side, and reduced if one side has far more than the other.
 * @param counted How many functions each side has, whether or not they have a data flow
 * @throws RangeError if there are too many functions
 */
export function flowMatch(
  candidate: readonly Bag[],
  reference: readonly Bag[],
  counted: { readonly candidate: number; readonly reference: number },
): number {
  const fewer = Math.min(counted.candidate, counted.reference)
  if (fewer === 0) return 0
  const penalty = Math.min(
    brevityPenalty(counted.candidate, counted.reference),
    brevityPenalty(counted.reference, counted.candidate),
  )
  return (penalty * greatestSum(candidate, reference)) / fewer
}

function greatestSum(candidate: readonly Bag[], reference: readonly Bag[]): number {
  const [rows, columns] = [reference.length, candidate.length]
  if (rows * columns > MAX_PAIRS) throw new RangeError(`${String(rows)} and ${String(columns)} functions are too many`)
  if (rows === 0 || columns === 0) return 0
  const values = new Float64Array(rows * columns)
  for (const [row, ours] of reference.entries())
    for (const [column, theirs] of candidate.entries())
      values[row * columns + column] = countShared(theirs, ours) / ours.total
  return assign({ rows, columns, values }, 'greatest').total
}
