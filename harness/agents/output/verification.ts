import { AgentFault } from '../../errors.ts'
import { beginningOf, objectIn } from './object.ts'
import { isRecord } from './record.ts'

/** The opinion of a critic of one file. */
export interface Verification {
  readonly verified: boolean
  /** The changes that it needs; empty if it is verified. */
  readonly problems: readonly string[]
}

const MOST_PROBLEMS = 20
const LONGEST = 1000

/** @throws AgentFault with the reason if the answer does not say whether the file is verified */
export function readVerification(text: string): Verification {
  const { value, answer } = objectIn(text)
  const fields = isRecord(value) ? value : {}
  const verified = decisionIn(fields['verified'] ?? fields['status'] ?? fields['verdict'])
  if (verified === undefined)
    throw new AgentFault(`the answer does not say if the file is verified: ${beginningOf(answer)}`, 'unreadable')
  const { problems } = fields
  const lines = (Array.isArray(problems) ? problems : [problems])
    .filter((line) => typeof line === 'string')
    .map((line) => line.trim().slice(0, LONGEST))
    .filter((line) => line !== '')
  return { verified, problems: verified ? [] : lines.slice(0, MOST_PROBLEMS) }
}

function decisionIn(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (typeof value !== 'string') return undefined
  const word = value.trim().toUpperCase()
  return word === 'VERIFIED' ? true : word === 'ERROR' ? false : undefined
}
