import { AgentFault } from '../../errors.ts'
import { beginningOf, objectIn } from './object.ts'
import { isRecord } from './record.ts'

/** The opinion of a judging model. */
export interface Judgement {
  /** From 0 to 10. */
  readonly score: number
  readonly feedback: string
}

const LONGEST = 8000

/** @throws AgentFault with the reason if the answer has no score from 0 to 10 */
export function readJudgement(text: string): Judgement {
  const { value, answer } = objectIn(text)
  const fields = isRecord(value) ? value : {}
  const score = scoreOf(fields['score'])
  if (score === undefined)
    throw new AgentFault(`the answer contains no score from 0 to 10: ${beginningOf(answer)}`, 'unreadable')
  const { feedback = '' } = fields
  const lines = Array.isArray(feedback) ? feedback.filter((line) => typeof line === 'string') : [feedback]
  return { score, feedback: lines.map(String).join('\n').slice(0, LONGEST) }
}

/** A number, or a text such as "8/10". */
function scoreOf(value: unknown): number | undefined {
  const written = typeof value === 'string' ? /^\s*(\d+(?:\.\d+)?)\s*(?:\/\s*10)?\s*$/.exec(value)?.[1] : value
  const score = typeof written === 'string' ? Number(written) : written
  return typeof score === 'number' && score >= 0 && score <= 10 ? score : undefined
}
