import { AgentFault } from '../../errors.ts'
import { findJson } from './json.ts'
import { emptyReason, withoutThinking } from './reasoning.ts'
import { isRefusal } from './project.ts'

/**
 * The JSON value of an answer that must contain one.
 * @throws AgentFault if the answer is empty, refuses, or has no JSON
 */
export function objectIn(text: string): { readonly value: unknown; readonly answer: string } {
  const answer = withoutThinking(text)
  if (answer.trim() === '') throw new AgentFault(emptyReason(text), 'empty')
  const found = findJson(answer)
  if (found) return { value: found.value, answer }
  if (isRefusal(answer)) throw new AgentFault(`the model refused: ${beginningOf(answer)}`, 'refused')
  throw new AgentFault(`the answer contains no JSON: ${beginningOf(answer)}`, 'unreadable')
}

export function beginningOf(answer: string): string {
  return `it begins with ${JSON.stringify(answer.trim().slice(0, 80))}`
}
