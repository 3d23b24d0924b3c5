import os from 'node:os'
import type { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { AgentFault, HarnessFault } from '../../errors.ts'
import { startThread } from '../../lib/processes/thread.ts'
import { instead, type ReadReply, type ReadTask, type Readers } from './readers.ts'

/** Milliseconds for one text. Usual ones take some; on a busy machine a thread may have to wait for a processor. */
const DEADLINE = 60_000
/** MiB of JavaScript objects. */
const HEAP = 1024
/** More than one, so that a text that takes all of its time does not keep those of other trials waiting. */
const THREADS = Math.min(4, Math.max(2, os.availableParallelism()))

/**
 * Reads texts of models and tools in threads: they are hostile, and whatever one of them is made of, it takes no more than
 * its time and its memory, and no time at all of anything else.
 */
export class AnswerReader {
  readonly #limit = pLimit(THREADS)
  readonly #idle: Worker[] = []
  readonly #deadline: number

  constructor(deadline = DEADLINE) {
    this.#deadline = deadline
  }

  /**
   * What the reader of that name reads.
   * @throws AgentFault where the text is at fault, or takes more than it may, and there is nothing instead
   * @throws HarnessFault where the reader is broken
   */
  read<Name extends keyof Readers>(
    reader: Name,
    ...args: Parameters<Readers[Name]>
  ): Promise<ReturnType<Readers[Name]>> {
    return this.#limit(async () => {
      const reply = await this.#ask({ reader, args })
      if ('value' in reply) return reply.value as ReturnType<Readers[Name]>
      if ('broken' in reply) throw new HarnessFault(`an answer could not be read: ${reply.broken}`)
      const without = instead[reader]
      if (without) return without(reply.fault)
      throw new AgentFault(reply.fault, reply.kind)
    })
  }

  async #ask(task: ReadTask): Promise<ReadReply> {
    const worker = this.#idle.pop() ?? startThread(import.meta.url, 'thread', { heap: HEAP })
    worker.ref()
    const { reply, alive } = await replyOf(worker, task, this.#deadline)
    if (!alive) {
      await worker.terminate()
      return reply
    }
    // One that waits for work keeps no process from ending, and ends with it.
    worker.unref()
    this.#idle.push(worker)
    return reply
  }
}

interface Ended {
  readonly reply: ReadReply
  readonly alive: boolean
}

function replyOf(worker: Worker, task: ReadTask, deadline: number): Promise<Ended> {
  return new Promise((resolve) => {
    const settle = (reply: ReadReply, alive: boolean) => {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      resolve({ reply, alive })
    }
    const onMessage = (reply: ReadReply) => settle(reply, true)
    const onError = (error: NodeJS.ErrnoException) => settle(endOf(error), false)
    const onExit = (code: number) => settle({ broken: `its thread ended with ${String(code)}` }, false)
    const timer = setTimeout(() => settle(tooMuch(`${String(deadline / 1000)} s`), false), deadline)
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.postMessage(task)
  })
}

function endOf(error: NodeJS.ErrnoException): ReadReply {
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return tooMuch(`${String(HEAP)} MiB of memory`)
  return { broken: error.stack ?? error.message }
}

function tooMuch(what: string): ReadReply {
  return { fault: `the answer could not be read with ${what}`, kind: 'unreadable' }
}

/** For the agents of this process. */
export const answerReader = new AnswerReader()
