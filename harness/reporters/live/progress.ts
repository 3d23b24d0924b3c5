import { STATUSES, type Status, type TrialKey, type TrialRecord } from '../../contracts/schema.ts'
import type { RunEvent } from '../../contracts/types.ts'

/** A trial that is in flight. */
export interface InFlight {
  readonly key: TrialKey
  readonly stage: string
  /** When it began, in milliseconds of the clock of `on`. */
  readonly since: number
  readonly judged: number
  /** Expected number of verdicts, including the runnable point; undefined if unknown. */
  readonly points: number | undefined
}

/** The progress of a run, computed from its events. */
export class RunProgress {
  readonly inFlight = new Map<string, InFlight>()
  readonly counts = new Map<Status, number>()
  total = 0
  ended = 0
  began = 0
  /** Known cost in US dollars; undefined if no agent paid for anything. */
  cost: number | undefined
  /** Trials whose cost is unknown. */
  costUnknown = 0
  readonly #points = new Map<string, number>()

  /** @param now Milliseconds of any clock that only goes forward */
  on(event: RunEvent, now: number): void {
    if (event.type === 'run-begin') {
      this.total = event.pending
      this.began = now
      for (const { id, testcodes } of event.run.benchmark.missions) this.#points.set(id, testcodes.length + 1)
    }
    if (event.type === 'trial-begin') this.#begin(event.trial, now)
    if (event.type === 'stage') this.#change(event.trial, { stage: [event.stage, event.detail].join(' ').trim() })
    if (event.type === 'verdict') this.#judge(event.trial, event.verdict.status)
    if (event.type === 'trial-end') this.#end(event.trial, event.record)
  }

  /** Estimated milliseconds until all trials have ended, at the speed so far; undefined until one has ended. */
  left(now: number): number | undefined {
    if (this.ended === 0) return undefined
    return ((now - this.began) / this.ended) * (this.total - this.ended)
  }

  #begin(key: TrialKey, now: number): void {
    this.inFlight.set(key.id, { key, stage: 'begin', since: now, judged: 0, points: this.#points.get(key.mission) })
  }

  #change(key: TrialKey, change: Partial<InFlight>): void {
    const trial = this.inFlight.get(key.id)
    if (trial) this.inFlight.set(key.id, { ...trial, ...change })
  }

  #judge(key: TrialKey, status: Status): void {
    this.#count(status, 1)
    const { judged = 0, stage = '' } = this.inFlight.get(key.id) ?? {}
    // Verdicts say more than the number of tests that have ended without one.
    this.#change(key, { judged: judged + 1, ...(stage.startsWith('judge ') ? { stage: 'judge' } : {}) })
  }

  /** Takes verdicts from the record, too: those of a project that never ran have no events. */
  #end(key: TrialKey, record: TrialRecord): void {
    if (this.inFlight.get(key.id)?.judged === 0) {
      for (const { status } of [record.runnable, ...record.verdicts]) this.#count(status, 1)
    }
    this.ended += 1
    this.inFlight.delete(key.id)
    this.#addCost(costOf(record))
  }

  #count(status: Status, by: number): void {
    this.counts.set(status, (this.counts.get(status) ?? 0) + by)
  }

  #addCost(cost: number | null | undefined): void {
    if (cost === undefined) return
    this.cost = (this.cost ?? 0) + (cost ?? 0)
    if (cost === null) this.costUnknown += 1
  }
}

/** Cost of a trial's agent in US dollars: null if unknown, undefined if it paid for nothing. */
function costOf(record: TrialRecord): number | null | undefined {
  const use: unknown = 'agent' in record ? record.agent : undefined
  if (typeof use !== 'object' || use === null || !('paid' in use)) return undefined
  return typeof use.paid === 'number' ? use.paid : null
}

/** Statuses that have been counted, in their usual order. */
export function countedStatuses(progress: RunProgress): readonly (readonly [Status, number])[] {
  return STATUSES.flatMap((status) => {
    const count = progress.counts.get(status) ?? 0
    return count === 0 ? [] : [[status, count] as const]
  })
}
