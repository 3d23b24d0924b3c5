/** The thread in which scores are computed. It may die of what it is given, and nothing else does. */
import os from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { PeError, UsageError, messageOf } from '../errors.ts'
import { Analyser } from './analyser.ts'
import type { EmbedderChoice } from './embedders/index.ts'
import { embedderTool } from './index.ts'
import { ownThread } from './queueing.ts'
import { carryOut, type Part, type Task } from './task.ts'

/** What a thread says: which it is; and of a task its parts, and how it ended. */
export type Message =
  | { readonly thread: number }
  | { readonly part: Part }
  | { readonly ended: 'done' }
  | { readonly ended: 'usage' | 'exhausted' | 'broken'; readonly message: string }

const tools = { analyser: new Analyser(), embedder: embedderTool(workerData as EmbedderChoice, process.env) }

async function answer(task: Task): Promise<void> {
  try {
    for await (const part of carryOut(task, tools)) say({ part })
    say({ ended: 'done' })
  } catch (error) {
    say(failure(error))
  }
}

/** Whose fault it is, by the class of the error. */
function failure(error: unknown): Message {
  if (error instanceof UsageError) return { ended: 'usage', message: messageOf(error) }
  // What cannot be made larger any more: a table, a text, the parser's memory.
  if (error instanceof RangeError || (error instanceof Error && error.name === 'RuntimeError'))
    return { ended: 'exhausted', message: `it takes too much: ${error.message}` }
  if (error instanceof PeError) return { ended: 'broken', message: messageOf(error) }
  return { ended: 'broken', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}

function say(message: Message): void {
  parentPort?.postMessage(message)
}

/** Whatever else wants the processor goes first, above all the judging. Linux has priorities for single threads. */
function stepBack(): void {
  const thread = ownThread()
  if (thread === undefined) return
  os.setPriority(thread, os.constants.priority.PRIORITY_LOW)
  say({ thread })
}

stepBack()
parentPort?.on('message', (task: Task) => void answer(task))
