import { canonicalJson } from '../collections/canonical-json.ts'
import { sha256 } from '../files/digest.ts'
import type { ExchangeRequest } from './schema.ts'

/**
 * The cache key of an exchange. It includes the sample and the address of the server, so that neither two samples nor two
 * servers share an answer.
 */
export function exchangeDigest(request: ExchangeRequest): string {
  return sha256(canonicalJson(request))
}
