import { AgentFault } from '../errors.ts'
import type { AgentContext } from '../contracts/types.ts'

/** The feedback calls of an agent while it works. */
export type FeedbackCalls = Pick<AgentContext, 'feedback' | 'check' | 'submit'>

/** Feedback calls of an agent whose project is frozen: each is an error. */
export function noFeedback(): FeedbackCalls {
  const refused = () => Promise.reject(projectIsFrozen())
  return { feedback: { checks: false, submissions: 0 }, check: refused, submit: refused }
}

export function projectIsFrozen(): AgentFault {
  return new AgentFault('the project is frozen: nothing more can be checked or submitted', 'crashed')
}
