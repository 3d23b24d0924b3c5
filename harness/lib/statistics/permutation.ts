import { ROUNDING, SEED } from './bootstrap.ts'
import { pool, type Pair } from './clusters.ts'
import { seededRandom, type Random } from './random.ts'

export interface PermutationTest {
  /** Two-sided: how often a difference at least as large comes out where it does not matter who is A and who is B. */
  readonly p: number
  /** Whether all swaps were looked at, or some of them drawn. */
  readonly exact: boolean
  /** How many were looked at. */
  readonly swaps: number
}

/** Up to here every one of the 2ⁿ ways to swap is looked at. */
const EXACT_MISSIONS = 20
export const DRAWS = 100_000

/**
 * Paired permutation test of the difference of two pooled scores: if A and B are alike, then in each mission their results
 * could as well have been swapped (Fisher, "The Design of Experiments", 1935, §21). Exact for up to 20 missions in which
 * they differ; otherwise by drawn swaps, counting what was seen as one of them, so that p is never 0 (Phipson and Smyth,
 * "Permutation p-values should never be zero", 2010).
 * @param pairs Missions with judged points in both
 * @returns null without pairs
 */
export function permutationTest(
  pairs: readonly Pair[],
  { seed = SEED, draws = DRAWS, exactUpTo = EXACT_MISSIONS } = {},
): PermutationTest | null {
  if (pairs.length === 0) return null
  // Where both have the same, a swap changes nothing.
  const differing = pairs.filter(({ a, b }) => a.passed !== b.passed || a.total !== b.total)
  const swaps = new Swaps(pairs, differing)
  if (differing.length <= exactUpTo) return exactTest(swaps, differing.length)
  return drawnTest(swaps, differing.length, draws, seededRandom(seed))
}

/**
 * One swap leads from each combination to the next (Gray code). The last mission stays as it is: to swap all of them only
 * turns the sign, so that the other half holds the same sizes.
 */
function exactTest(swaps: Swaps, missions: number): PermutationTest {
  const seen = swaps.size
  const combinations = 2 ** Math.max(0, missions - 1)
  let atLeast = 1
  for (let step = 1; step < combinations; step += 1) {
    swaps.swap(31 - Math.clz32(step & -step))
    if (swaps.size >= seen - ROUNDING) atLeast += 1
  }
  return { p: atLeast / combinations, exact: true, swaps: 2 ** missions }
}

function drawnTest(swaps: Swaps, missions: number, draws: number, random: Random): PermutationTest {
  const seen = swaps.size
  let atLeast = 1
  for (let draw = 0; draw < draws; draw += 1) {
    for (let mission = 0; mission < missions; mission += 1) if (random() < 0.5) swaps.swap(mission)
    if (swaps.size >= seen - ROUNDING) atLeast += 1
  }
  return { p: atLeast / (draws + 1), exact: false, swaps: draws }
}

/** The pooled counts of both sides while missions are swapped between them. */
class Swaps {
  readonly #differing: readonly Pair[]
  readonly #swapped: Uint8Array
  readonly #a: { passed: number; total: number }
  readonly #b: { passed: number; total: number }

  constructor(pairs: readonly Pair[], differing: readonly Pair[]) {
    this.#differing = differing
    this.#swapped = new Uint8Array(differing.length)
    this.#a = pool(pairs.map(({ a }) => a))
    this.#b = pool(pairs.map(({ b }) => b))
  }

  /** Swaps what differs at this place, or swaps it back. */
  swap(place: number): void {
    const pair = this.#differing[place]
    if (!pair) throw new RangeError(`there is no mission ${place} to swap`)
    const sign = this.#swapped[place] === 1 ? -1 : 1
    this.#swapped[place] = sign === 1 ? 1 : 0
    const passed = sign * (pair.b.passed - pair.a.passed)
    const total = sign * (pair.b.total - pair.a.total)
    this.#a.passed += passed
    this.#a.total += total
    this.#b.passed -= passed
    this.#b.total -= total
  }

  /** How far apart the two scores are. */
  get size(): number {
    return Math.abs(this.#a.passed / this.#a.total - this.#b.passed / this.#b.total)
  }
}
