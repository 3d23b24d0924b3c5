/** Where the time of the trials of a run went, by worker. */
import type { MachineLine, TrialRecord } from '../../contracts/schema.ts'

/** Of one worker; times in seconds. */
export interface MachineRow {
  readonly host: string
  readonly worker: string
  readonly trials: number
  /** Its trials waited in the queue. */
  readonly waited: number
  /** Agents worked, or waited for their models. */
  readonly model: number
  /** Everything else: the project was installed, launched and judged. */
  readonly judging: number
  /** Seconds since 1970 when its first trial was taken from the queue, and its last one taken in. */
  readonly from: number
  readonly to: number
  /** Trials that were run apart from others, because workers had died with them. */
  readonly apart: readonly { readonly trial: string; readonly reason: string }[]
  /** Trials of which earlier attempts were lost, because their workers died. */
  readonly lost: readonly { readonly trial: string; readonly attempts: number }[]
}

/** Adds one trial after another, so that only one record is in memory. Rows are in the order of hosts and workers. */
export class MachineRows {
  readonly #lines: ReadonlyMap<string, MachineLine>
  readonly #rows = new Map<string, MachineRow>()

  /** @param lines Of `machines.jsonl`; of several lines of a trial the last one counts */
  constructor(lines: readonly MachineLine[]) {
    this.#lines = new Map(lines.map((line) => [line.trial, line]))
  }

  add({ trial: { id }, stages, ledger }: Pick<TrialRecord, 'trial' | 'stages' | 'ledger'>): void {
    const line = this.#lines.get(id)
    if (!line) return
    const { worker, host, waited, seconds, at, control, lost } = line
    const before = this.#rows.get(worker)
    // The stages may be those of another worker, which called the agent before.
    const model = (ledger === undefined ? (stages.generate ?? 0) + (stages.answer ?? 0) : (ledger.agent ?? 0)) / 1000
    const apart = control === undefined ? [] : [{ trial: id, reason: control }]
    this.#rows.set(worker, {
      host,
      worker,
      trials: (before?.trials ?? 0) + 1,
      waited: (before?.waited ?? 0) + waited,
      model: (before?.model ?? 0) + model,
      judging: (before?.judging ?? 0) + Math.max(0, seconds - model),
      from: Math.min(before?.from ?? Infinity, at - seconds),
      to: Math.max(before?.to ?? -Infinity, at),
      apart: [...(before?.apart ?? []), ...apart],
      lost: [...(before?.lost ?? []), ...(lost === undefined ? [] : [{ trial: id, attempts: lost }])],
    })
  }

  rows(): MachineRow[] {
    return [...this.#rows.values()].toSorted(
      (one, other) => order(one.host, other.host) || order(one.worker, other.worker),
    )
  }
}

function order(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
