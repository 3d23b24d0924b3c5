/** A multiset of numbers. */
export interface Bag {
  /** Ascending, without duplicates. */
  readonly ids: Int32Array
  /** The count of each id. */
  readonly counts: Int32Array
  /** Sum of `counts`. */
  readonly total: number
}

export function bagOf(items: Int32Array): Bag {
  const sorted = items.toSorted()
  const ids = new Int32Array(sorted.length)
  const counts = new Int32Array(sorted.length)
  let size = 0
  for (const [index, id] of sorted.entries()) {
    if (index === 0 || id !== sorted[index - 1]) ids[size++] = id
    counts[size - 1] = (counts[size - 1] ?? 0) + 1
  }
  return { ids: ids.slice(0, size), counts: counts.slice(0, size), total: items.length }
}

/** Calls `visit` for each id in both bags, with its two counts and its index in the second bag. */
export function forEachShared(a: Bag, b: Bag, visit: (inA: number, inB: number, indexInB: number) => void): void {
  let i = 0
  let j = 0
  while (i < a.ids.length && j < b.ids.length) {
    const difference = (a.ids[i] ?? NaN) - (b.ids[j] ?? NaN)
    if (difference === 0) visit(a.counts[i] ?? NaN, b.counts[j] ?? NaN, j)
    if (difference <= 0) i += 1
    if (difference >= 0) j += 1
  }
}

/** Size of the intersection: the sum of the smaller counts. */
export function countShared(a: Bag, b: Bag): number {
  let count = 0
  forEachShared(a, b, (inA, inB) => (count += Math.min(inA, inB)))
  return count
}

/** How many elements of the second bag occur in the first at all. */
export function countCovered(a: Bag, b: Bag): number {
  let count = 0
  forEachShared(a, b, (_, inB) => (count += inB))
  return count
}
