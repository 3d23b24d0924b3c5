/** Pure: the ledgers of trials → where the wall time of their run went. */
import type { LedgerRecord, TrialRecord } from '../../contracts/schema.ts'
import { LEDGER_ENTRIES, type LedgerEntry } from '../../contracts/vocabulary.ts'

type Once = Pick<TrialRecord, 'startedAt' | 'seconds' | 'ledger'>
type Timed = Once & Pick<TrialRecord, 'repeats'>

/**
 * Divides each moment of a run among the trials that were running, or were judged again, and the share of each as its own ledger divides its
 * time. A trial that waited for a place (`queue`) gets less: it held nobody up while others ran. Moments without a trial are `idle`. So the
 * entries add up to the wall time.
 * @param seconds Wall time of the run
 * @returns Undefined if there is no trial, or the time of one is unknown
 */
export function runLedger(trials: readonly Timed[], seconds: number): LedgerRecord | undefined {
  const all = trials.flatMap(judgingsOf)
  const spans = all.flatMap(spanOf)
  if (spans.length < all.length || spans.length === 0) return undefined
  const total = new Map<LedgerEntry, number>()
  const add = (entry: LedgerEntry, time: number) => total.set(entry, (total.get(entry) ?? 0) + time)
  const { active, queued } = sharesOf(spans)
  for (const [index, { ledger }] of spans.entries()) {
    const own = sumOf(ledger) - (ledger.queue ?? 0)
    for (const entry of LEDGER_ENTRIES) {
      const time = ledger[entry]
      if (time !== undefined && entry !== 'queue' && own > 0) add(entry, (time / own) * (active[index] ?? 0))
    }
  }
  if (spans.some(({ ledger }) => ledger.queue !== undefined)) add('queue', queued)
  const busy = active.reduce((sum, share) => sum + share, queued)
  add('idle', Math.max(0, seconds * 1000 - busy))
  return Object.fromEntries([...total].map(([entry, time]) => [entry, rounded(time)]))
}

/** Seconds during which at least one of the trials was running, rounded up to milliseconds as a summary has them. */
export function coveredSeconds(trials: readonly Pick<TrialRecord, 'startedAt' | 'seconds' | 'repeats'>[]): number {
  let [covered, until] = [0, -Infinity]
  const spans = trials
    .flatMap(judgingsOf)
    .map(({ startedAt, seconds }) => ({ from: Date.parse(startedAt) / 1000, seconds }))
  for (const { from, seconds } of spans.toSorted((one, other) => one.from - other.from)) {
    if (Number.isNaN(from)) continue
    covered += Math.max(0, from + seconds - Math.max(from, until))
    until = Math.max(until, from + seconds)
  }
  return Math.ceil(covered * 1000) / 1000
}

/** The median over the trials of each entry; a trial without an entry spent no time on it. */
export function medianLedger(trials: readonly Pick<TrialRecord, 'ledger'>[]): LedgerRecord {
  const ledgers = trials.flatMap(({ ledger }) => ledger ?? [])
  const known = LEDGER_ENTRIES.filter((entry) => ledgers.some((ledger) => ledger[entry] !== undefined))
  return Object.fromEntries(known.map((entry) => [entry, rounded(median(ledgers.map((ledger) => ledger[entry] ?? 0)))]))
}

/** A trial on the clock of its machine (ms). */
interface Span {
  readonly from: number
  readonly to: number
  readonly ledger: LedgerRecord
}

/** The trial itself, and each time that its project was judged again. */
function judgingsOf(trial: Timed): readonly Once[] {
  return [trial, ...(trial.repeats?.judgings ?? [])]
}

function spanOf({ startedAt, seconds, ledger }: Once): Span[] {
  const from = Date.parse(startedAt)
  return ledger === undefined || Number.isNaN(from) ? [] : [{ from, to: from + seconds * 1000, ledger }]
}

interface Shares {
  /** The milliseconds of each span, without its part of `queued`. */
  readonly active: readonly number[]
  /** Milliseconds in which all spans waited. */
  readonly queued: number
}

/**
 * Divides every moment among the spans that contain it, in proportion to the part of its time that each did not wait for a place. When
 * a span waited is not recorded, but it only waits while others have the places.
 */
function sharesOf(spans: readonly Span[]): Shares {
  const active = spans.map(() => 0)
  const working = spans.map(({ ledger }) => workingPart(ledger))
  let queued = 0
  const edges = spans.flatMap(({ from, to }, index) => [
    { at: from, index, begins: true },
    { at: to, index, begins: false },
  ])
  const running = new Set<number>()
  let before = 0
  for (const { at, index, begins } of edges.toSorted(
    (one, other) => one.at - other.at || Number(other.begins) - Number(one.begins),
  )) {
    const moment = at - before
    before = at
    if (moment > 0 && running.size > 0) {
      const all = [...running]
      const sum = all.reduce((total, one) => total + (working[one] ?? 0), 0)
      if (sum === 0) queued += moment
      else for (const one of all) active[one] = (active[one] ?? 0) + (moment * (working[one] ?? 0)) / sum
    }
    if (begins) running.add(index)
    else running.delete(index)
  }
  return { active, queued }
}

/** The part of a span's time in which it did not wait for a place, from 0 to 1. */
function workingPart(ledger: LedgerRecord): number {
  const sum = sumOf(ledger)
  return sum > 0 ? 1 - (ledger.queue ?? 0) / sum : 1
}

function sumOf(ledger: LedgerRecord): number {
  return Object.values(ledger).reduce((sum, time) => sum + time, 0)
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100
}
