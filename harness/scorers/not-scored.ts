import type { Score } from '../contracts/schema.ts'

export function notScored(reason: string): Score {
  return { scored: false, reason }
}

/** There is nothing to compare with, so that a score was impossible. */
export function nothingCanonical(reason: string): Score {
  return { scored: false, reason, nothingCanonical: true }
}
