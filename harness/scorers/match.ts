import { assign } from './assignment.ts'

/** Similarities of a matrix; more are no project any more. */
const MOST_CELLS = 4_000_000

export interface Matching<T> {
  /** Each of either side once, with what it was matched with: those matched first, in the order of the first side. */
  readonly pairs: readonly (readonly [T | undefined, T | undefined])[]
  /** Sum of the similarities of what was matched. */
  readonly total: number
}

/**
 * Matches one to one, so that the sum of similarities is the greatest.
 * @param similarity Undefined where two are never matched
 * @returns Undefined where there are too many
 */
export function match<T>(
  mine: readonly T[],
  theirs: readonly T[],
  similarity: (a: T, b: T) => number | undefined,
): Matching<T> | undefined {
  const [rows, columns] = [mine.length, theirs.length]
  if (rows * columns > MOST_CELLS) return undefined
  const values = new Float64Array(rows * columns)
  const known = new Uint8Array(rows * columns)
  for (const [row, a] of mine.entries()) {
    for (const [column, b] of theirs.entries()) {
      const value = similarity(a, b)
      values[row * columns + column] = value ?? 0
      known[row * columns + column] = value === undefined ? 0 : 1
    }
  }
  const { columnOf, total } = assign({ rows, columns, values }, 'greatest')
  const partners = Array.from(columnOf, (column, row) =>
    column !== -1 && known[row * columns + column] === 1 ? column : -1,
  )
  const taken = new Set(partners)
  const matched = mine.flatMap((a, row): (readonly [T, T])[] => {
    const b = theirs[partners[row] ?? -1]
    return b === undefined ? [] : [[a, b]]
  })
  const lonely = mine.filter((_, row) => partners[row] === -1).map((a) => [a, undefined] as const)
  const missed = theirs.filter((_, column) => !taken.has(column)).map((b) => [undefined, b] as const)
  return { pairs: [...matched, ...lonely, ...missed], total }
}
