import os from 'node:os'
import type { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { AgentFault, HarnessFault } from '../../errors.ts'
import { startThread } from '../../lib/processes/thread.ts'
import { fallbacks, type ReadReply, type ReadTask, type Readers } from './readers.ts'

/** Milliseconds for one text. Usual texts take a few; on a busy machine a thread may have to wait for a processor. */
const DEADLINE = 60_000
/** MiB of JavaScript objects. */
const HEAP = 1024
/** At least two, so that a text that takes all of its time does not block other trials. */
const THREADS = Math.min(4, Math.max(2, os.availableParallelism()))

/**
 * Reads texts of models and tools in threads, with limits on time and memory: the texts are hostile, and must neither block
 * nor crash the harness.
 */
export class AnswerReader {
  readonly #limit = pLimit(THREADS)
  readonly #idle: Worker[] = []
  readonly #deadline: number

  constructor(deadline = DEADLINE) {
    this.#deadline = deadline
  }

  /**
   * Runs the named reader.
   * @throws AgentFault if the text is at fault or exceeds a limit, and the reader has no fallback
   * @throws HarnessFault if the reader crashes
   */
  read<Name extends keyof Readers>(
    reader: Name,
    ...args: Parameters<Readers[Name]>
  ): Promise<ReturnType<Readers[Name]>> {
    return this.#limit(async () => {
      const reply = await this.#ask({ reader, args })
      if ('value' in reply) return reply.value as ReturnType<Readers[Name]>
      if ('broken' in reply) throw new HarnessFault(`an answer could not be read: ${reply.broken}`)
      const fallback = fallbacks[reader]
      if (fallback) return fallback(reply.fault)
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
    // An idle worker must not keep the process alive.
    worker.unref()
    this.#idle.push(worker)
    return reply
  }
}

interface Outcome {
  readonly reply: ReadReply
  readonly alive: boolean
}

function replyOf(worker: Worker, task: ReadTask, deadline: number): Promise<Outcome> {
  return new Promise((resolve) => {
    const settle = (reply: ReadReply, alive: boolean) => {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      resolve({ reply, alive })
    }
    const onMessage = (reply: ReadReply) => settle(reply, true)
    const onError = (error: NodeJS.ErrnoException) => settle(replyToCrash(error), false)
    const onExit = (code: number) => settle({ broken: `the reader thread exited with code ${String(code)}` }, false)
    const timer = setTimeout(() => settle(limitExceeded(`${String(deadline / 1000)} s`), false), deadline)
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.postMessage(task)
  })
}

function replyToCrash(error: NodeJS.ErrnoException): ReadReply {
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return limitExceeded(`${String(HEAP)} MiB of memory`)
  return { broken: error.stack ?? error.message }
}

function limitExceeded(limit: string): ReadReply {
  return { fault: `the answer could not be read within ${limit}`, kind: 'unreadable' }
}

/** Shared by all agents of this process. */
export const answerReader = new AnswerReader()
