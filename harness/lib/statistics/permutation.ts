import { ROUNDING, SEED } from './bootstrap.ts'
import { pool, type Pair } from './clusters.ts'
import { seededRandom, type Random } from './random.ts'

export interface PermutationTest {
  /** Two-sided: how often a difference at least as large occurs if A and B are swapped at random in each mission. */
  readonly p: number
  /** Whether all swaps were enumerated; otherwise they were drawn at random. */
  readonly exact: boolean
  /** Number of swaps. */
  readonly swaps: number
}

/** Up to this number of missions, all 2ⁿ swaps are enumerated. */
const EXACT_MISSIONS = 20
export const DRAWS = 100_000

/**
 * Paired permutation test of the difference of two pooled scores: if A and B are equal, their results in each mission
 * could as well be swapped (Fisher, "The Design of Experiments", 1935, §21). Exact for up to 20 missions in which they
 * differ. Otherwise swaps are drawn, and the observed result counts as one of them, so that p is never 0 (Phipson and
 * Smyth, "Permutation p-values should never be zero", 2010).
 * @param pairs Missions with judged points in both
 * @returns null without pairs
 */
export function permutationTest(
  pairs: readonly Pair[],
  { seed = SEED, draws = DRAWS, exactUpTo = EXACT_MISSIONS } = {},
): PermutationTest | null {
  if (pairs.length === 0) return null
  const differing = differingPairs(pairs)
  const swaps = new Swaps(pairs, differing)
  if (differing.length <= exactUpTo) return exactTest(swaps, differing.length)
  return drawnTest(swaps, differing.length, draws, seededRandom(seed))
}

/** The missions that the test swaps: if both results are the same, a swap changes nothing. */
export function differingPairs(pairs: readonly Pair[]): readonly Pair[] {
  return pairs.filter(({ a, b }) => a.passed !== b.passed || a.total !== b.total)
}

/**
 * Enumerates the combinations in Gray code order, so that each step swaps one mission. The last mission is never swapped:
 * swapping all missions only changes the sign, so the other half has the same sizes.
 */
function exactTest(swaps: Swaps, missions: number): PermutationTest {
  const observed = swaps.size
  const combinations = 2 ** Math.max(0, missions - 1)
  let atLeast = 1
  for (let step = 1; step < combinations; step += 1) {
    swaps.swap(31 - Math.clz32(step & -step))
    if (swaps.size >= observed - ROUNDING) atLeast += 1
  }
  return { p: atLeast / combinations, exact: true, swaps: 2 ** missions }
}

function drawnTest(swaps: Swaps, missions: number, draws: number, random: Random): PermutationTest {
  const observed = swaps.size
  let atLeast = 1
  for (let draw = 0; draw < draws; draw += 1) {
    for (let mission = 0; mission < missions; mission += 1) if (random() < 0.5) swaps.swap(mission)
    if (swaps.size >= observed - ROUNDING) atLeast += 1
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

  /** Swaps the mission at this index, or swaps it back. */
  swap(index: number): void {
    const pair = this.#differing[index]
    if (!pair) throw new RangeError(`no mission with index ${index}`)
    const sign = this.#swapped[index] === 1 ? -1 : 1
    this.#swapped[index] = sign === 1 ? 1 : 0
    const passed = sign * (pair.b.passed - pair.a.passed)
    const total = sign * (pair.b.total - pair.a.total)
    this.#a.passed += passed
    this.#a.total += total
    this.#b.passed -= passed
    this.#b.total -= total
  }

  /** The absolute difference of the two scores. */
  get size(): number {
    return Math.abs(this.#a.passed / this.#a.total - this.#b.passed / this.#b.total)
  }
}
