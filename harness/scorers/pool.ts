import type { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { HarnessFault, UsageError } from '../errors.ts'
import type { Facts, NamedScore } from '../contracts/schema.ts'
import { startThread } from '../lib/processes/thread.ts'
import { embedderIdentity, embedders, type EmbedderChoice } from './embedders/index.ts'
import { queueingOf } from './queueing.ts'
import { scoreNames, type Part, type Task } from './task.ts'
import type { Message } from './worker.ts'

/** Milliseconds for one task, without time spent waiting for a CPU: scores must not depend on other load. */
const DEADLINE = 180_000
/** Heap limit of a thread in MiB. */
const HEAP = 1024

export interface PoolOptions {
  readonly threads: number
  readonly embedder: EmbedderChoice
  /** Milliseconds; replaced in tests. */
  readonly deadline?: number
  /** Milliseconds that a thread has waited for a CPU; replaced in tests. */
  readonly queueing?: (thread: number) => number
}

export interface Scored {
  readonly scores: readonly NamedScore[]
  readonly facts: Facts | undefined
  /** False if a score exceeded a limit; a later attempt may succeed. */
  readonly complete: boolean
}

/** A pool of threads that compute scores. They are started on demand and reused while they are healthy. */
export class ScorerPool implements AsyncDisposable {
  readonly #options: PoolOptions
  readonly #limit: ReturnType<typeof pLimit>
  readonly #idle: Worker[] = []
  readonly #all = new Set<Worker>()
  /** Their thread ids in the system, once they have reported them. */
  readonly #threads = new WeakMap<Worker, number>()
  #embedder: Promise<string> | undefined

  constructor(options: PoolOptions) {
    this.#options = options
    this.#limit = pLimit(options.threads)
  }

  /**
   * Computes all scores of a task. A score that exceeds a limit, and all after it, are not scored, with the reason.
   * @throws UsageError if the embedder is not available
   * @throws HarnessFault if a scorer is broken
   */
  score(task: Task): Promise<Scored> {
    return this.#limit(async () => {
      const worker = this.#idle.pop() ?? this.#start()
      worker.ref()
      const { parts, end } = await this.#run(worker, task)
      worker.unref()
      if (end.how === 'done') this.#idle.push(worker)
      else await this.#discard(worker)
      if (end.how === 'usage') throw new UsageError(end.reason)
      if (end.how === 'broken') throw new HarnessFault(`scores could not be computed: ${end.reason}`)
      return this.#complete(task, parts, end)
    })
  }

  /** The identity of the embedder, on which checklist scores depend. */
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

  #run(worker: Worker, task: Task): Promise<{ readonly parts: readonly Part[]; readonly end: End }> {
    const parts: Part[] = []
    const milliseconds = this.#options.deadline ?? DEADLINE
    const start = { at: performance.now(), queueing: this.#queueing(worker) }
    const left = () => milliseconds - (performance.now() - start.at) + (this.#queueing(worker) - start.queueing)
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
      const onExit = (code: number) => settle({ how: 'broken', reason: `its thread ended with exit code ${code}` })
      const onTimeout = () => {
        if (left() >= 1) timer = setTimeout(onTimeout, left())
        else settle({ how: 'exhausted', reason: `it took longer than ${milliseconds / 1000} s` })
      }
      let timer = setTimeout(onTimeout, milliseconds)
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
