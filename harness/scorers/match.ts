import { assign } from './assignment.ts'

/** Largest similarity matrix; no real project needs more. */
const MAX_CELLS = 4_000_000

export interface Matching<T> {
  /** Each element of both sides once, with its partner if it has one. Matched pairs come first, in the order of the first side. */
  readonly pairs: readonly (readonly [T | undefined, T | undefined])[]
  /** Sum of the similarities of all matched pairs. */
  readonly total: number
}

/**
 * Matches two sides one to one with the greatest sum of similarities.
 * @param similarity Undefined for two elements that must not be matched
 * @returns undefined if there are too many elements
 */
export function match<T>(
  mine: readonly T[],
  theirs: readonly T[],
  similarity: (a: T, b: T) => number | undefined,
): Matching<T> | undefined {
  const [rows, columns] = [mine.length, theirs.length]
  if (rows * columns > MAX_CELLS) return undefined
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
  const extra = mine.filter((_, row) => partners[row] === -1).map((a) => [a, undefined] as const)
  const missing = theirs.filter((_, column) => !taken.has(column)).map((b) => [undefined, b] as const)
  return { pairs: [...matched, ...extra, ...missing], total }
}
