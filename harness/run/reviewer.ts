import type { Reviewer } from '../contracts/types.ts'
import type { ExchangeLog, ModelClient } from '../lib/models/client.ts'
import type { Model } from '../contracts/types.ts'
import { EXCHANGES, ExchangeFile } from '../store/exchanges.ts'
import type { Redactor } from '../lib/models/redact.ts'
import path from 'node:path'

export interface ReviewerSetup {
  readonly client: ModelClient
  readonly resolve: (model: string) => Model
  readonly redactor: Redactor
  /** Of the run: its exchanges about code lie beside those of its trials. */
  readonly folder: string
}

/**
 * A model that reviews code, at temperature 0.
 * @throws UsageError if there is no such model, or its key is missing
 */
export function reviewerOf(
  { model: name, votes }: { readonly model: string; readonly votes: number },
  { client, resolve, redactor, folder }: ReviewerSetup,
): Reviewer {
  const resolved = resolve(name)
  // Models that accept no temperature have none among their parameters.
  const temperature = 'temperature' in resolved.parameters ? { temperature: 0 } : {}
  const model: Model = { ...resolved, parameters: { ...resolved.parameters, ...temperature } }
  const log: ExchangeLog = new ExchangeFile(path.join(folder, `review-${EXCHANGES}`), redactor)
  return {
    model: name,
    votes,
    ask: (messages, vote, signal) =>
      client.ask({ purpose: 'review', model, messages, sample: vote, attempt: 1, log, signal }),
  }
}
