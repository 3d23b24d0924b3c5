import { HarnessFault, messageOf } from '../../errors.ts'
import type { Patience } from './patience.ts'

/**
 * Waits while Redis cannot do what a call of a model needs. Agents make these calls, so whatever else Redis answers must not
 * count as a fault of the agent.
 * @param action May be done twice
 * @throws HarnessFault if Redis refuses it
 */
export async function sharedCall<T>(patience: Patience, action: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await patience.with(action, signal)
  } catch (error) {
    if (signal?.aborted === true) throw error
    throw new HarnessFault(`Redis refused a call that workers share: ${messageOf(error)}`, { cause: error })
  }
}
