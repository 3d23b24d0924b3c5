/** The thread that computes scores. A project may crash it, but not the harness. */
import os from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { PeError, UsageError, messageOf } from '../errors.ts'
import { Analyser } from './analyser.ts'
import type { EmbedderChoice } from './embedders/index.ts'
import { embedderTool } from './index.ts'
import { ownThread } from './queueing.ts'
import { carryOut, type Part, type Task } from './task.ts'

/** Messages of a thread: its id, and for a task its partial results and its end. */
export type Message =
  | { readonly thread: number }
  | { readonly part: Part }
  | { readonly ended: 'done' }
  | { readonly ended: 'usage' | 'exhausted' | 'broken'; readonly message: string }

const tools = { analyser: new Analyser(), embedder: embedderTool(workerData as EmbedderChoice, process.env) }

async function answer(task: Task): Promise<void> {
  try {
    for await (const part of carryOut(task, tools)) post({ part })
    post({ ended: 'done' })
  } catch (error) {
    post(failure(error))
  }
}

/** Classifies an error by its class. */
function failure(error: unknown): Message {
  if (error instanceof UsageError) return { ended: 'usage', message: messageOf(error) }
  // A table, a string or the parser's memory has reached its maximum size.
  if (error instanceof RangeError || (error instanceof Error && error.name === 'RuntimeError'))
    return { ended: 'exhausted', message: `it exceeds a limit: ${error.message}` }
  if (error instanceof PeError) return { ended: 'broken', message: messageOf(error) }
  return { ended: 'broken', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}

function post(message: Message): void {
  parentPort?.postMessage(message)
}

/** Gives everything else, above all judging, precedence. Linux has priorities for single threads. */
function lowerPriority(): void {
  const thread = ownThread()
  if (thread === undefined) return
  os.setPriority(thread, os.constants.priority.PRIORITY_LOW)
  post({ thread })
}

lowerPriority()
parentPort?.on('message', (task: Task) => void answer(task))
