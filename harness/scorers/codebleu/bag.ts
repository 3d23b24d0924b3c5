/** Things by number, each with how many of it there are. */
export interface Bag {
  /** Ascending, none twice. */
  readonly ids: Int32Array
  /** As many as `ids`. */
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

/** Calls back for what is in both, with how often each has it, and the place in the second. */
export function forEachShared(a: Bag, b: Bag, visit: (inA: number, inB: number, placeInB: number) => void): void {
  let i = 0
  let j = 0
  while (i < a.ids.length && j < b.ids.length) {
    const difference = (a.ids[i] ?? NaN) - (b.ids[j] ?? NaN)
    if (difference === 0) visit(a.counts[i] ?? NaN, b.counts[j] ?? NaN, j)
    if (difference <= 0) i += 1
    if (difference >= 0) j += 1
  }
}

/** How many there are in both: of each as many as the bag with fewer of it has. */
export function shared(a: Bag, b: Bag): number {
  let count = 0
  forEachShared(a, b, (inA, inB) => (count += Math.min(inA, inB)))
  return count
}

/** How many of the second bag there are of which the first has any at all. */
export function covered(a: Bag, b: Bag): number {
  let count = 0
  forEachShared(a, b, (_, inB) => (count += inB))
  return count
}
