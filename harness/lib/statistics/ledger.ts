/** Pure: the ledgers of trials → where the wall time of their run went. */
import type { LedgerRecord, TrialRecord } from '../../contracts/schema.ts'
import { LEDGER_ENTRIES, type LedgerEntry } from '../../contracts/vocabulary.ts'

type Once = Pick<TrialRecord, 'startedAt' | 'seconds' | 'ledger'>
type Timed = Once & Pick<TrialRecord, 'repeats'>

/**
 * Divides each moment of a run equally among the trials that were running, or were judged again, and the share of each as its own
 * ledger divides its time. Moments without a trial are `idle`. So the entries add up to the wall time.
 * @param seconds Wall time of the run
 * @returns Undefined if there is no trial, or the time of one is unknown
 */
export function runLedger(trials: readonly Timed[], seconds: number): LedgerRecord | undefined {
  const all = trials.flatMap(judgingsOf)
  const spans = all.flatMap(spanOf)
  if (spans.length < all.length || spans.length === 0) return undefined
  const total = new Map<LedgerEntry, number>()
  const add = (entry: LedgerEntry, time: number) => total.set(entry, (total.get(entry) ?? 0) + time)
  const shares = sharesOf(spans)
  for (const [index, { ledger }] of spans.entries()) {
    const own = sumOf(ledger)
    for (const entry of LEDGER_ENTRIES) {
      const time = ledger[entry]
      if (time !== undefined && own > 0) add(entry, (time / own) * (shares[index] ?? 0))
    }
  }
  const busy = shares.reduce((sum, share) => sum + share, 0)
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

/** The milliseconds of each span if every moment is divided equally among the spans that contain it. */
function sharesOf(spans: readonly Span[]): number[] {
  const shares = spans.map(() => 0)
  const edges = spans.flatMap(({ from, to }, index) => [
    { at: from, index, begins: true },
    { at: to, index, begins: false },
  ])
  // Of every moment so far, the time that one running span got: a span gets the difference between its end and its begin.
  let each = 0
  let running = 0
  let before = 0
  for (const { at, index, begins } of edges.toSorted(
    (one, other) => one.at - other.at || Number(other.begins) - Number(one.begins),
  )) {
    if (running > 0) each += (at - before) / running
    before = at
    running += begins ? 1 : -1
    shares[index] = begins ? -each : (shares[index] ?? 0) + each
  }
  return shares
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
