import { createHash } from 'node:crypto'
import { canonicalJson } from '../collections/canonical-json.ts'
import type { RunRecord } from '../../contracts/schema.ts'

interface VersionedSide {
  readonly run: Pick<RunRecord, 'agents'>
  readonly agent: string
}

const DIGITS = 7
const MOST_CHARACTERS = 40

/**
 * The version of an agent in a run: the one that its configuration names, with the beginning of the digest of the whole configuration
 * (model, options, digest of its file or projects, version of its tool). Undefined for a run that does not record it.
 */
export function versionOf({ run, agent }: VersionedSide): string | undefined {
  const configuration = run.agents?.[agent]
  if (configuration === undefined) return undefined
  const digest = createHash('sha256').update(canonicalJson(configuration)).digest('hex').slice(0, DIGITS)
  const { version } = configuration
  const isNamed = (typeof version === 'string' && version !== '') || typeof version === 'number'
  return isNamed ? `${String(version).slice(0, MOST_CHARACTERS)} (${digest})` : digest
}
