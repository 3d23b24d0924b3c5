/**
 * The unit of all statistics: a mission with all its samples is one cluster. Testcodes of one project fail together, and
 * samples of one mission resemble each other. So missions are resampled, swapped and counted; if testcodes were treated as
 * independent, every interval would be far too short (Miller, "Adding error bars to evals", arXiv:2411.00640, 2024).
 */
export interface Cluster {
  readonly mission: string
  /** Passed points of all samples. */
  readonly passed: number
  /**
   * All points except those that the benchmark excludes. Unjudged points count as failed, so that every score is a lower bound
   * and nobody gains by points that could not be judged.
   */
  readonly total: number
  /** How many of the total are unjudged; 0 by default. */
  readonly unjudged?: number
}

/** The same mission on both sides of a comparison. */
export interface Pair {
  readonly mission: string
  readonly a: Tally
  readonly b: Tally
}

export interface Tally {
  readonly passed: number
  readonly total: number
  /** How many of the total are unjudged; 0 by default. */
  readonly unjudged?: number
}

/** Passed points / all points of the clusters; null if there are none. */
export function pooledScore(clusters: readonly Tally[]): number | null {
  const { passed, total } = pool(clusters)
  return total === 0 ? null : passed / total
}

export function pool(tallies: readonly Tally[]): Tally {
  return tallies.reduce((sum, each) => ({ passed: sum.passed + each.passed, total: sum.total + each.total }), {
    passed: 0,
    total: 0,
  })
}

/** The missions in which both sides have points, in the order of the first. */
export function pairUp(a: readonly Cluster[], b: readonly Cluster[]): Pair[] {
  const byMission = new Map(b.map((cluster) => [cluster.mission, cluster]))
  return a.flatMap((first) => {
    const second = byMission.get(first.mission)
    return second && first.total > 0 && second.total > 0 ? [{ mission: first.mission, a: first, b: second }] : []
  })
}

/** Pooled score of A minus that of B, from −1 to 1; null without pairs. */
export function pooledDifference(pairs: readonly Pair[]): number | null {
  const [a, b] = [pooledScore(pairs.map((pair) => pair.a)), pooledScore(pairs.map((pair) => pair.b))]
  return a === null || b === null ? null : a - b
}

/**
 * Standard error of the pooled difference with missions as clusters, by linearising the two ratios (Cochran, "Sampling
 * Techniques", 3rd edition 1977, 6.4). If all missions have equally many points, it equals that of the paired t test.
 * @returns null for fewer than two missions
 */
export function differenceError(pairs: readonly Pair[]): number | null {
  const [a, b] = [pool(pairs.map((pair) => pair.a)), pool(pairs.map((pair) => pair.b))]
  if (pairs.length < 2 || a.total === 0 || b.total === 0) return null
  const residual = (part: Tally, whole: Tally) =>
    (part.passed - (whole.passed / whole.total) * part.total) / whole.total
  const squares = pairs.map((pair) => (residual(pair.a, a) - residual(pair.b, b)) ** 2)
  const sum = squares.reduce((total, square) => total + square, 0)
  return Math.sqrt((sum * pairs.length) / (pairs.length - 1))
}
