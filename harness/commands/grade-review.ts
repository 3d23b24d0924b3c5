import type { Paper } from '../contracts/paper.ts'
import type { RunRecord } from '../contracts/schema.ts'
import type { Benchmark, Mission, Reviewer } from '../contracts/types.ts'
import type { Budget } from '../lib/models/budget.ts'
import type { Redactor } from '../lib/models/redact.ts'
import { agentSetup } from '../run/agent-setup.ts'
import type { RunStore } from '../store/store.ts'
import type { SpendingOptions } from './flags/judge.ts'
import { checkReview, openReviewer, reviewPlace, type Review } from './review.ts'
import { openServices } from './services.ts'

/** For `--judge`: questions stay open. */
export const NO_MODEL = 'none'

export interface ReviewOptions extends SpendingOptions {
  /** The model that answers questions about code, or `none`; that of the run if undefined. */
  readonly judge: string | undefined
  /** How often it is asked each question; as often as in the run if undefined. */
  readonly votes: number | undefined
  /** Whether each question is asked alone; as in the run by default. */
  readonly each: boolean
  /** The file to read in place of `pe.config.ts`. */
  readonly config: string | undefined
  readonly out: string
}

/** The model that `pe grade` asks about code; undefined if it asks none. */
export function reviewFor(
  { judge, votes, each }: Pick<ReviewOptions, 'judge' | 'votes' | 'each'>,
  { review }: RunRecord['settings'],
): Review | undefined {
  if (judge === NO_MODEL) return undefined
  const model = judge ?? review?.model
  if (model === undefined) return undefined
  const together = !each && (judge !== undefined || review?.together === true)
  return { model, votes: votes ?? review?.votes ?? 1, ...(together ? { together } : {}) }
}

export interface Graded {
  readonly store: RunStore
  readonly benchmark: Benchmark
  readonly missions: readonly Mission[]
  readonly redactor: Redactor
  readonly papers: readonly Paper[]
  readonly warn: (warning: string) => void
}

/**
 * Opens the model of a review. Answers that the run has recorded are not asked for again.
 * @throws UsageError if there is no such model, its key is missing, or its price is unknown and there is a cost limit
 */
export async function openReview(
  review: Review,
  options: ReviewOptions,
  { store, benchmark, missions, redactor, papers, warn }: Graded,
): Promise<{ readonly reviewer: Reviewer; readonly budget: Budget }> {
  const { settings } = store.record
  const asked = {
    ...{ agentOptions: {}, repairs: 0, feedback: 0, out: options.out, sandbox: settings.sandbox },
    config: options.config ?? settings.config,
  }
  const setup = await agentSetup(asked, missions, benchmark, redactor, papers)
  const cache = options.cache && settings.cache !== false
  const opened = openServices({ agents: new Map(), setup, benchmark, cache }, options, warn)
  checkReview(review, missions, opened, warn)
  const place = { ...reviewPlace(store, opened.services), again: !options.cache }
  return { reviewer: await openReviewer(review, setup, place), budget: opened.budget }
}
