import type { TrialKey } from '../contracts/schema.ts'
import type { EmbedderChoice } from '../contracts/paper.ts'
import { ScorerPool } from '../scorers/pool.ts'
import { scoreTrial } from './scoring.ts'
import type { RunStore } from '../store/store.ts'
import type { Benchmark, Mission, RunEvent } from '../contracts/types.ts'

export interface BackgroundScoringOptions {
  readonly benchmark: Benchmark
  readonly mission: (id: string) => Mission
  readonly store: RunStore
  readonly embedder: EmbedderChoice
}

/** Computes the scores of a run's trials beside the judging, in a process of low priority. */
export class BackgroundScoring implements AsyncDisposable {
  readonly #options: BackgroundScoringOptions
  readonly #pool: ScorerPool
  readonly #jobs = new Map<string, Promise<void>>()
  #failure: { readonly error: unknown } | undefined

  constructor(options: BackgroundScoringOptions) {
    this.#options = options
    this.#pool = new ScorerPool({ processes: 1, embedder: options.embedder })
  }

  /** Begins with a trial when its launch does, because project and answers are on disk then; or, without one, at its end. */
  on(event: RunEvent): void {
    if (event.type === 'trial-end' || (event.type === 'stage' && event.stage === 'launch')) this.#begin(event.trial)
  }

  /**
   * Waits for the scores of all trials that have ended.
   * @throws The first error of the computation
   */
  async end(): Promise<void> {
    await Promise.all(this.#jobs.values())
    if (this.#failure) throw this.#failure.error
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool[Symbol.asyncDispose]()
  }

  #begin(key: TrialKey): void {
    if (this.#jobs.has(key.id)) return
    const { store, mission, benchmark } = this.#options
    const job = scoreTrial(store.trial(key), mission(key.mission), { benchmark, pool: this.#pool })
    const kept = job.then(
      () => undefined,
      (error: unknown) => void (this.#failure ??= { error }),
    )
    this.#jobs.set(key.id, kept)
  }
}
