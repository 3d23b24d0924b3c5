import { randomInt } from 'node:crypto'
import type { Model } from '../../contracts/types.ts'
import type { Failure } from './failure.ts'

export type Again = Extract<Failure, { kind: 'again' }>

/** Milliseconds before the first retry; doubles with each retry. */
export const BACKOFF = 500
const MAX_BACKOFF = 30_000
/** Calls over a rate limit are repeated for so many times the first wait at least, which is two minutes: most limits are per minute. */
const LIMIT_WAITS = 240

/** Exponential backoff with jitter, so that trials do not retry all at the same time; longer if the server asks for it. */
export function waitAfter(attempt: number, { waitFor = 0 }: Again, backoff = BACKOFF): number {
  const longest = Math.min(backoff * 2 ** attempt, MAX_BACKOFF)
  return Math.max(waitFor, longest / 2 + randomInt(Math.max(1, Math.ceil(longest / 2))))
}

/** Whether a call is given up after so many failed attempts and milliseconds. */
export function isOver(
  attempt: number,
  elapsed: number,
  { retries }: Pick<Model, 'retries'>,
  { isLimit }: Again,
  backoff = BACKOFF,
): boolean {
  const isLate = !isLimit || elapsed >= backoff * LIMIT_WAITS
  return attempt >= retries && (isLate || retries === 0)
}
