/** The process that reads answers. */
import { AgentFault } from '../../errors.ts'
import { serve } from '../../lib/processes/pool/serve.ts'
import { readers, type ReadReply, type ReadTask } from './readers.ts'

export const tasks = { read }

function read({ reader, args }: ReadTask): ReadReply {
  try {
    const carryOut = readers[reader] as (...args: readonly unknown[]) => unknown
    return { value: carryOut(...args) }
  } catch (error) {
    if (error instanceof AgentFault) return { fault: error.message, kind: error.kind }
    // The text is nested too deeply or too large.
    if (error instanceof RangeError) return { fault: `the answer cannot be read: ${error.message}`, kind: 'unreadable' }
    throw error
  }
}

serve(tasks)
