import { AgentFault } from '../errors.ts'
import type { AgentContext } from '../contracts/types.ts'

/** What an agent can ask for while it works. */
export type FeedbackCalls = Pick<AgentContext, 'feedback' | 'check' | 'submit'>

/** For a call of an agent whose project is frozen. */
export function noFeedback(): FeedbackCalls {
  const refused = () => Promise.reject(projectIsFrozen())
  return { feedback: { checks: false, submissions: 0 }, check: refused, submit: refused }
}

export function projectIsFrozen(): AgentFault {
  return new AgentFault('the project is frozen: nothing more can be checked or submitted', 'crashed')
}
