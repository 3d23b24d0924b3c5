/** The thread that reads answers. A hostile answer can hang or crash only this thread. */
import { parentPort } from 'node:worker_threads'
import { AgentFault } from '../../errors.ts'
import { readers, type ReadReply, type ReadTask } from './readers.ts'

function run({ reader, args }: ReadTask): ReadReply {
  try {
    const read = readers[reader] as (...args: readonly unknown[]) => unknown
    return { value: read(...args) }
  } catch (error) {
    if (error instanceof AgentFault) return { fault: error.message, kind: error.kind }
    // The text is nested too deeply or too large.
    if (error instanceof RangeError) return { fault: `the answer cannot be read: ${error.message}`, kind: 'unreadable' }
    return { broken: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort?.on('message', (task: ReadTask) => parentPort?.postMessage(run(task)))
