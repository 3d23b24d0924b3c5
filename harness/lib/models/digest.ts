import { sha256 } from '../files/digest.ts'
import type { ExchangeRequest } from './schema.ts'

/** The cache key of an exchange. It includes the sample, so that samples never share an answer. */
export function exchangeDigest(request: ExchangeRequest): string {
  return sha256(canonicalJson(request))
}

/** JSON with sorted fields: equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, entry: unknown) => {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return entry
    return Object.fromEntries(Object.entries(entry).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  })
}
