import { FAILURE_CAUSES, type FailureCause, type FailureVote } from '../../contracts/schema.ts'
import { AgentFault } from '../../errors.ts'
import { textIn } from './contract-parts.ts'
import { beginningOf, objectIn } from './object.ts'
import { isRecord } from './record.ts'

const LONGEST_REASON = 600
const LONGEST_PLACE = 1000

/** Reads the opinion on the cause of a failed test. @throws AgentFault with the reason if the answer names none of the causes */
export function readVote(text: string): FailureVote {
  const { value, answer } = objectIn(text)
  const fields = isRecord(value) ? value : {}
  const cause = causeOf(textIn(fields, ['cause', 'blame', 'verdict']))
  if (cause === undefined)
    throw new AgentFault(`the answer blames neither code, test nor environment: ${beginningOf(answer)}`, 'unreadable')
  const place = textIn(fields, ['place', 'unit', 'where']).slice(0, LONGEST_PLACE)
  return { cause, place, reason: textIn(fields, ['reason', 'explanation']).slice(0, LONGEST_REASON) }
}

function causeOf(written: string): FailureCause | undefined {
  const word = written.trim().toLowerCase()
  return FAILURE_CAUSES.find((cause) => word === cause || word === `${cause}s` || word === `the ${cause}`)
}
