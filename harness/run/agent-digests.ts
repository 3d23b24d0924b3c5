import type { Agent } from '../contracts/types.ts'
import { canonicalJson } from '../lib/collections/canonical-json.ts'
import { sha256 } from '../lib/files/digest.ts'

/** Field of an agent's configuration → digest of its value. Shows which fields differ, without their values. */
export type FieldDigests = Readonly<Record<string, string>>

export function configurationOf(agent: Agent): Readonly<Record<string, unknown>> {
  return agent.configuration ?? { name: agent.name }
}

/** @param configuration Without keys */
export function fieldDigests(configuration: object): FieldDigests {
  const fields = Object.entries(configuration).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(fields.map(([name, value]) => [name, sha256(canonicalJson(value))]))
}

/** The names of the fields that are not the same, in the order of `before`. */
export function changedFields(before: FieldDigests, now: FieldDigests): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((name) => before[name] !== now[name])
}
