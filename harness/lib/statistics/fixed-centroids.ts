/** k-means in which all centroids are given and fixed, and one more, which moves, gathers what is far from all of them. */
import { seededRandom, type Random } from './random.ts'

export type Vector = ArrayLike<number>

/** The cluster of a point that belongs to no fixed centroid. */
export const OUTSIDE = -1

export interface Clustering {
  /** Of each point the index of its fixed centroid, or `OUTSIDE`. */
  readonly clusters: readonly number[]
  /** The centroid of the points outside; undefined if there are none. */
  readonly outside: Float64Array | undefined
  /** Sum of the squared distances of all points to their centroids. */
  readonly inertia: number
}

export interface ClusteringOptions {
  /** The same seed gives the same clusters. */
  readonly seed: number
  /** How often the moving centroid starts at another point; the result with the least inertia counts. */
  readonly starts?: number
  /** Most moves of the centroid in each start. */
  readonly rounds?: number
  /**
   * For vectors of length 1: the moving centroid has length 1 as well, so that distances order centroids as cosines do (spherical k-means;
   * Dhillon and Modha, Machine Learning 42, 2001). A mean that is shorter would be nearer to most points than any given centroid.
   */
  readonly onSphere?: boolean
}

/** Starts and rounds of scikit-learn's KMeans by default. */
const STARTS = 10
const ROUNDS = 300

/**
 * Minimises the inertia by Lloyd's algorithm. The moving centroid starts at a point that is drawn with a probability proportional to its
 * squared distance from the nearest fixed centroid, as in k-means++ (Arthur and Vassilvitskii, SODA 2007). A point as near to a fixed
 * centroid as to the moving one belongs to the fixed one, and of several fixed ones to the first.
 * @throws TypeError without a fixed centroid, or for vectors of different lengths or with a number that is not finite
 */
export function clusterAround(
  points: readonly Vector[],
  fixed: readonly Vector[],
  { seed, starts = STARTS, rounds = ROUNDS, onSphere = false }: ClusteringOptions,
): Clustering {
  checkVectors(points, fixed)
  const nearest = points.map((point) => nearestOf(point, fixed))
  let best = withoutOutside(nearest)
  const random = seededRandom(seed)
  const centre = onSphere ? directionOf : meanOf
  for (let start = 0; start < starts; start += 1) {
    const first = draw(nearest, random)
    if (first === undefined) break
    const found = fromStart({ points, nearest, rounds, centre }, first)
    if (found.inertia < best.inertia) best = found
  }
  return best
}

interface Nearest {
  readonly centroid: number
  /** Squared. */
  readonly distance: number
}

function nearestOf(point: Vector, fixed: readonly Vector[]): Nearest {
  let [centroid, distance] = [0, Infinity]
  for (const [index, each] of fixed.entries()) {
    const own = squaredDistance(point, each)
    if (own < distance) [centroid, distance] = [index, own]
  }
  return { centroid, distance }
}

function withoutOutside(nearest: readonly Nearest[]): Clustering {
  return {
    clusters: nearest.map(({ centroid }) => centroid),
    outside: undefined,
    inertia: nearest.reduce((sum, { distance }) => sum + distance, 0),
  }
}

/** The index of a point; undefined if every point lies on a fixed centroid. */
function draw(nearest: readonly Nearest[], random: Random): number | undefined {
  const total = nearest.reduce((sum, { distance }) => sum + distance, 0)
  if (total === 0) return undefined
  let left = random() * total
  for (const [index, { distance }] of nearest.entries()) {
    left -= distance
    if (left < 0) return index
  }
  // Rounding can leave a tiny rest.
  return nearest.findLastIndex(({ distance }) => distance > 0)
}

interface Search {
  readonly points: readonly Vector[]
  readonly nearest: readonly Nearest[]
  readonly rounds: number
  /** The best centroid of these members; undefined if they have no centroid. */
  readonly centre: (points: readonly Vector[], members: readonly number[]) => Float64Array | undefined
}

function fromStart({ points, nearest, rounds, centre }: Search, first: number): Clustering {
  let members: readonly number[] = [first]
  let centroid = centre(points, members)
  for (let round = 0; round < rounds && centroid; round += 1) {
    const next = closerTo(centroid, points, nearest)
    if (isSame(next, members)) break
    members = next
    centroid = centre(points, members)
  }
  return centroid ? finished(points, nearest, centroid) : withoutOutside(nearest)
}

/** Indices of the points that are closer to the moving centroid than to all fixed ones. */
function closerTo(centroid: Vector, points: readonly Vector[], nearest: readonly Nearest[]): number[] {
  return points.flatMap((point, index) => {
    const bound = nearest[index]?.distance ?? 0
    return squaredDistance(point, centroid) < bound ? [index] : []
  })
}

/** The clusters around the final centroid. */
function finished(points: readonly Vector[], nearest: readonly Nearest[], centroid: Float64Array): Clustering {
  const outside = new Set(closerTo(centroid, points, nearest))
  if (outside.size === 0) return withoutOutside(nearest)
  let inertia = 0
  for (const [index, { distance }] of nearest.entries())
    inertia += outside.has(index) ? squaredDistance(points[index] ?? [], centroid) : distance
  return {
    clusters: nearest.map((each, index) => (outside.has(index) ? OUTSIDE : each.centroid)),
    outside: centroid,
    inertia,
  }
}

function meanOf(points: readonly Vector[], members: readonly number[]): Float64Array | undefined {
  const [first] = members
  if (first === undefined) return undefined
  const sum = new Float64Array(points[first]?.length ?? 0)
  for (const member of members) {
    const point = points[member] ?? []
    for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + (point[at] ?? 0)
  }
  return sum.map((value) => value / members.length)
}

/** The mean at length 1; undefined if the points cancel each other out. */
function directionOf(points: readonly Vector[], members: readonly number[]): Float64Array | undefined {
  const mean = meanOf(points, members)
  const length = mean === undefined ? 0 : Math.sqrt(mean.reduce((sum, value) => sum + value * value, 0))
  return length === 0 ? undefined : mean?.map((value) => value / length)
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index])
}

export function squaredDistance(one: Vector, other: Vector): number {
  let sum = 0
  for (let at = 0; at < one.length; at += 1) sum += ((one[at] ?? 0) - (other[at] ?? 0)) ** 2
  return sum
}

function checkVectors(points: readonly Vector[], fixed: readonly Vector[]): void {
  const [first] = fixed
  if (!first) throw new TypeError('there is no fixed centroid')
  for (const vector of [...fixed, ...points]) {
    if (vector.length !== first.length)
      throw new TypeError(`a vector has ${String(vector.length)} numbers, and the first has ${String(first.length)}`)
    if (!Array.from(vector).every(Number.isFinite)) throw new TypeError('a vector has a number that is not finite')
  }
}
