import type { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { HarnessFault, UsageError } from '../errors.ts'
import type { Facts, NamedScore } from '../contracts/schema.ts'
import { startThread } from '../lib/processes/thread.ts'
import { embedderIdentity, embedders, type EmbedderChoice } from './embedders/index.ts'
import { queueingOf } from './queueing.ts'
import { scoreNames, type Part, type Task } from './task.ts'
import type { Message } from './worker.ts'

/** Milliseconds for one task, without those in which other things went first: what is scored must not depend on them. */
const DEADLINE = 180_000
/** MiB of JavaScript objects. */
const HEAP = 1024

export interface PoolOptions {
  readonly threads: number
  readonly embedder: EmbedderChoice
  /** Milliseconds, where it is not the usual. */
  readonly deadline?: number
  /** Milliseconds that a thread has waited for a processor, where the system is not to be asked. */
  readonly queueing?: (thread: number) => number
}

export interface Scored {
  readonly scores: readonly NamedScore[]
  readonly facts: Facts | undefined
  /** Whether nothing was given up because it took too much: that need not be so the next time. */
  readonly complete: boolean
}

/** Threads that compute scores, started when they are needed and kept while they are healthy. */
export class ScorerPool implements AsyncDisposable {
  readonly #options: PoolOptions
  readonly #limit: ReturnType<typeof pLimit>
  readonly #idle: Worker[] = []
  readonly #all = new Set<Worker>()
  /** What the system calls them, as far as they have said. */
  readonly #threads = new WeakMap<Worker, number>()
  #embedder: Promise<string> | undefined

  constructor(options: PoolOptions) {
    this.#options = options
    this.#limit = pLimit(options.threads)
  }

  /**
   * All scores of a task. One that takes too much, and those after it, are not scored, with the reason.
   * @throws UsageError where the embedder is not to be had
   * @throws HarnessFault where a scorer is broken
   */
  score(task: Task): Promise<Scored> {
    return this.#limit(async () => {
      const worker = this.#idle.pop() ?? this.#start()
      worker.ref()
      const { parts, end } = await this.#ask(worker, task)
      worker.unref()
      if (end.how === 'done') this.#idle.push(worker)
      else await this.#discard(worker)
      if (end.how === 'usage') throw new UsageError(end.reason)
      if (end.how === 'broken') throw new HarnessFault(`scores could not be computed: ${end.reason}`)
      return this.#complete(task, parts, end)
    })
  }

  /** What the scores of checklists depend on beside the checklists. */
  embedder(): Promise<string> {
    return (this.#embedder ??= embedderIdentity(this.#options.embedder, process.env))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#limit.clearQueue()
    await Promise.all([...this.#all].map((worker) => worker.terminate()))
    this.#all.clear()
  }

  #start(): Worker {
    const worker = startThread(import.meta.url, 'worker', { heap: HEAP, workerData: this.#options.embedder })
    this.#all.add(worker)
    return worker
  }

  async #discard(worker: Worker): Promise<void> {
    this.#all.delete(worker)
    await worker.terminate()
  }

  #ask(worker: Worker, task: Task): Promise<{ readonly parts: readonly Part[]; readonly end: End }> {
    const parts: Part[] = []
    const milliseconds = this.#options.deadline ?? DEADLINE
    const begun = { at: performance.now(), queueing: this.#queueing(worker) }
    const left = () => milliseconds - (performance.now() - begun.at) + (this.#queueing(worker) - begun.queueing)
    return new Promise((resolve) => {
      const settle = (end: End) => {
        clearTimeout(timer)
        worker.off('message', onMessage).off('error', onError).off('exit', onExit)
        resolve({ parts, end })
      }
      const onMessage = (message: Message) => {
        if ('thread' in message) this.#threads.set(worker, message.thread)
        else if ('part' in message) parts.push(message.part)
        else settle({ how: message.ended, reason: message.ended === 'done' ? '' : message.message })
      }
      const onError = (error: NodeJS.ErrnoException) => settle(endOf(error))
      const onExit = (code: number) => settle({ how: 'broken', reason: `its thread ended with ${code}` })
      const late = () => {
        if (left() >= 1) timer = setTimeout(late, left())
        else settle({ how: 'exhausted', reason: `it took longer than ${milliseconds / 1000} s` })
      }
      let timer = setTimeout(late, milliseconds)
      worker.on('message', onMessage).on('error', onError).on('exit', onExit)
      worker.postMessage(task)
    })
  }

  #queueing(worker: Worker): number {
    const thread = this.#threads.get(worker)
    return thread === undefined ? 0 : (this.#options.queueing ?? queueingOf)(thread)
  }

  #complete({ settings }: Task, parts: readonly Part[], { how, reason }: End): Scored {
    const scores = parts.filter((part) => 'score' in part)
    const names = scoreNames(embedders[this.#options.embedder.embedder].score)
    const missing = names.flatMap((name) =>
      settings
        .filter((setting) => !scores.some((each) => each.name === name && each.setting === setting))
        .map((setting): NamedScore => ({ name, setting, score: { scored: false, reason } })),
    )
    const facts = parts.find((part) => 'facts' in part)?.facts
    return { scores: [...scores, ...missing], facts, complete: how === 'done' }
  }
}

interface End {
  readonly how: 'done' | 'usage' | 'broken' | 'exhausted'
  readonly reason: string
}

function endOf(error: NodeJS.ErrnoException): End {
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY')
    return { how: 'exhausted', reason: `it took more than ${HEAP} MiB of memory` }
  return { how: 'broken', reason: error.stack ?? error.message }
}
