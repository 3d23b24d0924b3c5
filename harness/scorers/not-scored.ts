import type { Score } from '../contracts/schema.ts'

export function notScored(reason: string): Score {
  return { scored: false, reason }
}

/** Nothing to compare with: there could not have been a score. */
export function nothingCanonical(reason: string): Score {
  return { scored: false, reason, nothingCanonical: true }
}
