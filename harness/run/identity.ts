import { sha256 } from '../lib/files/digest.ts'
import { canonicalJson } from '../lib/collections/canonical-json.ts'
import type { TrialKey } from '../contracts/schema.ts'

/**
 * The identity of a trial, which is the same on every machine.
 * @param digest Digest of the mission
 * @param configuration Configuration of the agent
 */
export function identityOf(
  { variant, sample }: Pick<TrialKey, 'variant' | 'sample'>,
  digest: string | undefined,
  configuration: object | undefined,
): string {
  return sha256(canonicalJson({ mission: digest, agent: configuration, variant, sample }))
}
