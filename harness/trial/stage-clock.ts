import type { TrialKey } from '../contracts/schema.ts'
import type { LedgerEntry, Stage } from '../contracts/vocabulary.ts'
import type { TrialEvent } from '../contracts/types.ts'
import { Ledger, withLedger } from '../lib/async/ledger.ts'

/** Stage → milliseconds. */
export type Stages = Partial<Record<Stage, number>>

/** The ledger's entry of each stage. What happens inside a stage may open another one. */
const ENTRIES: Readonly<Record<Stage, LedgerEntry>> = {
  generate: 'agent',
  answer: 'agent',
  launch: 'boot',
  feedback: 'harness',
  freeze: 'harness',
  open: 'harness',
  judge: 'harness',
  control: 'harness',
  rejudge: 'harness',
}

/** A result, and how long it took. */
export interface Timed<T> {
  readonly value: T
  readonly stages: Stages
  readonly seconds: number
  readonly startedAt: string
}

interface OpenStage {
  readonly name: Stage
  readonly began: number
  /** Milliseconds of the stages inside it. */
  within: number
}

interface ClockOptions {
  readonly key: TrialKey
  readonly emit: (event: TrialEvent) => void
  /** That of the trial, for a clock of a part of it; a new one by default. */
  readonly ledger?: Ledger
}

/**
 * Announces each stage and measures its time. The time of a stage inside another one, such as feedback while the agent works,
 * counts only for the inner one.
 */
export class StageClock {
  readonly stages: Stages = {}
  readonly ledger: Ledger
  readonly startedAt = new Date().toISOString()
  readonly #began = performance.now()
  readonly #key: TrialKey
  readonly #emit: (event: TrialEvent) => void
  readonly #open: OpenStage[] = []

  constructor({ key, emit, ledger = new Ledger() }: ClockOptions) {
    this.#key = key
    this.#emit = emit
    this.ledger = ledger
  }

  /** Seconds since the clock began. */
  get seconds(): number {
    return (performance.now() - this.#began) / 1000
  }

  async stage<T>(name: Stage, action: () => Promise<T>): Promise<T> {
    const stage: OpenStage = { name, began: performance.now(), within: 0 }
    const outer = this.#open.at(-1)
    this.#open.push(stage)
    this.#tell(name)
    try {
      return await this.ledger.during(ENTRIES[name], () => withLedger(this.ledger, action))
    } finally {
      const took = performance.now() - stage.began
      this.stages[name] = (this.stages[name] ?? 0) + Math.round(took - stage.within)
      this.#open.splice(this.#open.indexOf(stage), 1)
      if (outer) {
        outer.within += took
        this.#tell(outer.name)
      }
    }
  }

  /** Milliseconds of the open stage so far, without the stages inside it. */
  get taken(): number {
    const stage = this.#open.at(-1)
    return stage ? Math.round(performance.now() - stage.began - stage.within) : 0
  }

  async timed<T>(action: () => Promise<T>): Promise<Timed<T>> {
    const [before, startedAt, began] = [{ ...this.stages }, new Date().toISOString(), performance.now()]
    const value = await action()
    const own = (Object.entries(this.stages) as [Stage, number][]).map(
      ([name, time]) => [name, time - (before[name] ?? 0)] as const,
    )
    const stages: Stages = Object.fromEntries(own.filter(([, time]) => time > 0))
    return { value, stages, seconds: (performance.now() - began) / 1000, startedAt }
  }

  #tell(stage: Stage): void {
    this.#emit({ type: 'stage', trial: this.#key, stage })
  }
}
