import type { PoolUse } from '../contracts/schema.ts'
import type { Reviewer } from '../contracts/types.ts'
import type { ExchangeLog, ModelClient } from '../lib/models/client.ts'
import type { Model } from '../contracts/types.ts'
import { EXCHANGES, ExchangeFile, readExchanges } from '../store/exchanges.ts'
import type { Exchange } from '../lib/models/schema.ts'
import type { Redactor } from '../lib/models/redact.ts'
import { addUse } from '../lib/statistics/use.ts'
import { useOfExchange } from '../trial/agent-context.ts'
import { rm } from 'node:fs/promises'
import path from 'node:path'

const REVIEWS = `review-${EXCHANGES}`

interface Review {
  readonly model: string
  readonly votes: number
  readonly together?: true | undefined
}

export interface ReviewerSetup {
  readonly client: ModelClient
  readonly resolve: (model: string) => Model
  readonly redactor: Redactor
  /** Of the run: its exchanges about code lie beside those of its trials. */
  readonly folder: string
  /** Recorded answers are not used again, such as one that was not usable. */
  readonly again?: boolean
}

/**
 * A model that reviews code, at temperature 0.
 * @throws UsageError if there is no such model, or its key is missing
 */
export function reviewerOf(review: Review, setup: ReviewerSetup): Reviewer {
  const recorded = reviewLog(setup.folder, setup.redactor)
  const log = setup.again === true ? withoutEarlier(recorded) : recorded
  return reviewerWithLogs(review, setup, () => log)
}

/** Records exchanges in a log, and does not know those that were there before. */
export function withoutEarlier(log: ExchangeLog): ExchangeLog {
  const own = new Map<string, Exchange>()
  return {
    read: () => Promise.resolve(own),
    append: async (exchange) => {
      await log.append(exchange)
      own.set(exchange.digest, exchange)
    },
  }
}

/** The exchanges of a reviewer in a folder. */
export function reviewLog(folder: string, redactor: Redactor): ExchangeLog {
  return new ExchangeFile(path.join(folder, REVIEWS), redactor)
}

/**
 * Moves the exchanges of a trial that ended on another machine to the log of its run, where `pe grade` looks for answers.
 * @param folder Of the trial
 */
export async function joinReviewLog(folder: string, log: ExchangeLog): Promise<void> {
  const file = path.join(folder, REVIEWS)
  const found = await readExchanges(file)
  if (!found) return
  const known = await log.read()
  for (const exchange of found.exchanges) if (!known.has(exchange.digest)) await log.append(exchange)
  // Lines that cannot be read stay where they are.
  if (found.unread === 0) await rm(file)
}

/** Answers, tokens and cost of the models that reviewed a run; undefined if none has. Coding tools report nothing here. */
export async function reviewUse(folder: string): Promise<PoolUse | undefined> {
  const { exchanges = [] } = (await readExchanges(path.join(folder, REVIEWS))) ?? {}
  return exchanges.length === 0 ? undefined : addUse(exchanges.map(useOfExchange))
}

/**
 * @param log Called for each request
 * @throws UsageError if there is no such model, or its key is missing
 */
export function reviewerWithLogs(
  { model: name, votes, together }: Review,
  { client, resolve }: Pick<ReviewerSetup, 'client' | 'resolve'>,
  log: () => ExchangeLog,
): Reviewer {
  const resolved = resolve(name)
  // Models that accept no temperature have none among their parameters.
  const temperature = 'temperature' in resolved.parameters ? { temperature: 0 } : {}
  const model: Model = { ...resolved, parameters: { ...resolved.parameters, ...temperature } }
  return {
    model: name,
    votes,
    together: together === true,
    ask: (messages, vote, signal) =>
      client.ask({ purpose: 'review', model, messages, sample: vote, attempt: 1, log: log(), signal }),
  }
}

/** Whether a coding tool reviews, as in `--judge command:claude`. */
export function isToolReview({ model }: Pick<Review, 'model'>): boolean {
  return model.startsWith('command:')
}
