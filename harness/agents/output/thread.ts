/** The thread in which answers are read. It may hang or die of one, and nothing else does. */
import { parentPort } from 'node:worker_threads'
import { AgentFault } from '../../errors.ts'
import { readers, type ReadReply, type ReadTask } from './readers.ts'

function carryOut({ reader, args }: ReadTask): ReadReply {
  try {
    const read = readers[reader] as (...given: readonly unknown[]) => unknown
    return { value: read(...args) }
  } catch (error) {
    if (error instanceof AgentFault) return { fault: error.message, kind: error.kind }
    // Nested too deep, or too large: sooner or later any text is.
    if (error instanceof RangeError) return { fault: `the answer cannot be read: ${error.message}`, kind: 'unreadable' }
    return { broken: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort?.on('message', (task: ReadTask) => parentPort?.postMessage(carryOut(task)))
