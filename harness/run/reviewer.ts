import type { Reviewer } from '../contracts/types.ts'
import type { ExchangeLog, ModelClient } from '../lib/models/client.ts'
import type { Model } from '../contracts/types.ts'
import { EXCHANGES, ExchangeFile } from '../store/exchanges.ts'
import type { Redactor } from '../lib/models/redact.ts'
import path from 'node:path'

/** How often a question is asked by default. */
export const VOTES = 1

export interface ReviewerSetup {
  readonly client: ModelClient
  readonly resolve: (model: string) => Model
  readonly redactor: Redactor
  /** Of the run: its exchanges about code lie beside those of its trials. */
  readonly folder: string
}

/** A model that reviews code, at temperature 0. */
export function reviewerOf(
  { model: name, votes }: { readonly model: string; readonly votes: number },
  { client, resolve, redactor, folder }: ReviewerSetup,
): Reviewer {
  const resolved = resolve(name)
  const model: Model = { ...resolved, parameters: { ...resolved.parameters, temperature: 0 } }
  const log: ExchangeLog = new ExchangeFile(path.join(folder, `review-${EXCHANGES}`), redactor)
  return {
    model: name,
    votes,
    ask: (messages, vote, signal) =>
      client.ask({ purpose: 'review', model, messages, sample: vote, attempt: 1, log, signal }),
  }
}
