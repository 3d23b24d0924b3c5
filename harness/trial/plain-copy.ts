import type * as z from 'zod'
import { AgentFault, messageOf } from '../errors.ts'
import { MiB, mebibytes } from '../lib/wording/bytes.ts'

/** Of one value, as JSON. */
const MOST_BYTES = 4 * MiB

/**
 * A copy of a value from an agent, as it is stored: the agent cannot change it any more, and it is the same when it is read again.
 * @param what Names the value in messages
 * @throws AgentFault if it is no JSON, too large, or not of the schema
 */
export function plainCopy<T>(value: unknown, schema: z.ZodType<T>, what: string): T {
  const result = schema.safeParse(jsonCopy(value, what))
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new AgentFault(`${what}: ${[...(issue?.path ?? []).map(String), issue?.message ?? ''].join(': ')}`, 'crashed')
}

/** @throws AgentFault if it is no JSON, or too large */
export function jsonCopy(value: unknown, what: string): unknown {
  const text = jsonOf(value, what)
  if (Buffer.byteLength(text) > MOST_BYTES)
    throw new AgentFault(`${what}: larger than ${mebibytes(MOST_BYTES)}`, 'limit')
  return JSON.parse(text)
}

function jsonOf(value: unknown, what: string): string {
  try {
    // Undefined for a function, whatever its type says.
    const text: unknown = JSON.stringify(value)
    if (typeof text === 'string') return text
  } catch (error) {
    throw new AgentFault(`${what}: cannot be written as JSON: ${messageOf(error)}`, 'crashed', { cause: error })
  }
  throw new AgentFault(
    `${what}: ${value === undefined ? 'undefined' : `a ${typeof value}`} cannot be written as JSON`,
    'crashed',
  )
}
