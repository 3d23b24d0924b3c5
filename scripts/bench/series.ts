/** Paired measurements: two ways of doing the same, in turns, so that what else the machine does slows both. */
import { formatTable } from '../../harness/reporters/table.ts'
import { median } from './measure.ts'

/** One way to do the work. Resolves to its time in seconds. */
export type Way = () => Promise<number>

export interface Comparison {
  /** Such as `canonical suite / floor`. */
  readonly what: string
  /** The numerator. */
  readonly measured: Way
  /** The denominator. */
  readonly reference: Way
  /** The ratio should be at most this. */
  readonly aim?: number
}

/** Seconds of both ways, in each pair. */
export interface Pair {
  readonly measured: number
  readonly reference: number
}

export interface Row {
  readonly what: string
  readonly pairs: readonly Pair[]
  readonly ratio: Spread
  readonly aim?: number
  /** Whether the median reached the aim; undefined if there is none. */
  readonly reached?: boolean
}

export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

export interface Repeats {
  readonly pairs: number
  readonly say: (text: string) => void
}

/** Runs both ways `pairs` times, after one time unmeasured that fills the caches. The first of a pair alternates, so that a drift of the machine favours neither. */
export async function compare(comparison: Comparison, { pairs, say }: Repeats): Promise<Row> {
  const { what, measured, reference, aim } = comparison
  await reference()
  await measured()
  const taken: Pair[] = []
  for (let number = 0; number < pairs; number += 1) {
    const first = number % 2 === 0 ? await reference() : await measured()
    const second = number % 2 === 0 ? await measured() : await reference()
    const pair = number % 2 === 0 ? { reference: first, measured: second } : { reference: second, measured: first }
    taken.push(pair)
    say(
      `${what}: pair ${String(number + 1)} of ${String(pairs)}: ${seconds(pair.measured)} / ${seconds(pair.reference)}`,
    )
  }
  return rowOf(what, taken, aim)
}

/**
 * Takes the time of each way in rounds, in both directions by turns.
 * @returns Name of the way → its seconds, by round
 */
export async function takeTurns(
  ways: Readonly<Record<string, Way>>,
  { pairs, say }: Repeats,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const times = new Map(Object.keys(ways).map((name) => [name, [] as number[]]))
  for (let round = 0; round < pairs; round += 1) {
    const order = round % 2 === 0 ? Object.entries(ways) : Object.entries(ways).reverse()
    for (const [name, way] of order) {
      const taken = await way()
      times.get(name)?.push(taken)
      say(`round ${String(round + 1)} of ${String(pairs)}: ${name}: ${seconds(taken)}`)
    }
  }
  return times
}

/** Compares two of the ways that took turns, round by round. */
export function ratio(times: ReadonlyMap<string, readonly number[]>, one: string, other: string, aim?: number): Row {
  const reference = times.get(other) ?? []
  const pairs = (times.get(one) ?? []).map((measured, round) => ({ measured, reference: reference[round] ?? NaN }))
  return rowOf(`${one} / ${other}`, pairs, aim)
}

export function rowOf(what: string, pairs: readonly Pair[], aim?: number): Row {
  const ratio = spreadOf(pairs.map(({ measured, reference }) => measured / reference))
  return { what, pairs, ratio, ...(aim === undefined ? {} : { aim, reached: ratio.median <= aim }) }
}

export function spreadOf(values: readonly number[]): Spread {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) }
}

/** All rows: the medians of both ways, and the ratio with its spread. */
export function rowTable(rows: readonly Row[]): string {
  const head = ['ratio', 'measured', 'reference', 'median', 'min', 'max', 'aim', '']
  const lines = rows.map(({ what, pairs, ratio, aim, reached }) => [
    what,
    seconds(median(pairs.map(({ measured }) => measured))),
    seconds(median(pairs.map(({ reference }) => reference))),
    ...[ratio.median, ratio.min, ratio.max].map((value) => value.toFixed(3)),
    aim === undefined ? '' : `≤ ${String(aim)}`,
    reached === undefined ? '' : reached ? 'reached' : 'NOT REACHED',
  ])
  return formatTable([head, ...lines], [1, 2, 3, 4, 5, 6])
}

/** Milliseconds below a second. */
export function seconds(value: number): string {
  return value < 1 ? `${(value * 1000).toFixed(0)} ms` : `${value.toFixed(2)} s`
}
