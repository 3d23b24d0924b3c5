import { sha256 } from '../lib/files/digest.ts'
import { canonicalJson } from '../lib/models/digest.ts'
import type { TrialKey } from '../contracts/schema.ts'

/**
 * What a trial is, on whatever machine: nothing of where it runs is part of it.
 * @param digest Of the mission
 * @param configuration Of the agent
 */
export function identityOf(
  { variant, sample }: Pick<TrialKey, 'variant' | 'sample'>,
  digest: string | undefined,
  configuration: object | undefined,
): string {
  return sha256(canonicalJson({ mission: digest, agent: configuration, variant, sample }))
}
