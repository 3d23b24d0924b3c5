import v8 from 'node:v8'
import pLimit from 'p-limit'
import { throwIfAborted, unlessAborted } from '../../async/deadline.ts'
import { Interrupted } from '../../../errors.ts'
import { MiB } from '../../wording/bytes.ts'
import { TaskFailure } from './failure.ts'
import type { Loss } from './loss.ts'
import type { Reply, Request } from './messages.ts'
import type { PoolOptions } from './options.ts'
import { PoolProcess, type TaskHooks } from './process.ts'
import type { InputOf, OutputOf, PartOf, Tasks } from './serve.ts'

export interface RunOptions<Part> {
  /** Ends the task and its process. */
  readonly signal?: AbortSignal
  /** Called for each part of the result; from the beginning again if the task is repeated. */
  readonly onPart?: (part: Part) => void
}

/**
 * A pool of child processes that compute with hostile input. They are started on demand, wait in between without keeping Node
 * running, and are replaced when they end. Tasks that find no free process are queued.
 */
export class ProcessPool<Table extends Tasks> implements AsyncDisposable {
  readonly #options: PoolOptions
  readonly #limit: ReturnType<typeof pLimit>
  readonly #idle: PoolProcess[] = []
  readonly #all = new Set<PoolProcess>()
  readonly #running = new Set<AbortController>()

  constructor(options: PoolOptions) {
    this.#options = options
    this.#limit = pLimit(options.processes)
  }

  /**
   * Carries out a task in a process. The input must not change before it has ended.
   * @throws TaskFailure if the task exceeds a limit, throws, or ends its process twice
   * @throws HarnessFault if no process can be started
   * @throws Interrupted if the pool is closed, or the reason with which the signal is aborted
   */
  async run<Name extends keyof Table & string>(
    task: Name,
    input: InputOf<Table[Name]>,
    options: RunOptions<PartOf<Table[Name]>> = {},
  ): Promise<OutputOf<Table[Name]>> {
    const stop = new AbortController()
    const hooks = { signal: stop.signal, onPart: (part: unknown) => options.onPart?.(part as PartOf<Table[Name]>) }
    const onAbort = () => stop.abort(options.signal?.reason)
    if (options.signal?.aborted === true) onAbort()
    options.signal?.addEventListener('abort', onAbort, { once: true })
    this.#running.add(stop)
    try {
      const end = await unlessAborted(
        this.#limit(() => this.#carryOut({ task, input }, hooks)),
        stop.signal,
      )
      if (end.type === 'done') return end.value as OutputOf<Table[Name]>
      throw new TaskFailure(task, end.type === 'thrown' ? 'thrown' : end.kind, end.detail)
    } finally {
      this.#running.delete(stop)
      options.signal?.removeEventListener('abort', onAbort)
    }
  }

  /** Ends all tasks and processes. A task that is given later starts a new process. */
  async close(): Promise<void> {
    for (const stop of this.#running) stop.abort(new Interrupted('the task was stopped'))
    await Promise.all([...this.#all].map((process) => process.end()))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  #serialise(request: Request): Uint8Array {
    const bytes = v8.serialize(request)
    const { input } = this.#options.limits
    if (bytes.length <= input * MiB) return bytes
    throw new TaskFailure(request.task, 'input', `${input} MiB of input`)
  }

  /**
   * Repeated once if the task may not have been the cause: something else may have ended the process, or earlier tasks may have
   * filled its memory.
   */
  async #carryOut(request: Request, hooks: TaskHooks): Promise<Reply | Loss> {
    throwIfAborted(hooks.signal)
    // Not before its turn: all tasks of a long queue would be in memory twice.
    const bytes = this.#serialise(request)
    const process = await this.#acquire(hooks.signal)
    const { filled } = process
    const end = await this.#runIn(process, bytes, hooks)
    if (end.type !== 'lost') return end
    throwIfAborted(hooks.signal)
    if (end.kind !== 'crash' && (end.kind !== 'memory' || !filled)) return end
    return this.#runIn(await this.#acquire(hooks.signal), bytes, hooks)
  }

  async #runIn(process: PoolProcess, bytes: Uint8Array, hooks: TaskHooks): Promise<Reply | Loss> {
    const end = await process.run(bytes, hooks)
    if (process.usable) this.#idle.push(process)
    else await process.end()
    return end
  }

  async #acquire(signal: AbortSignal): Promise<PoolProcess> {
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) if (idle.alive) return idle
    const process = new PoolProcess(this.#options)
    this.#all.add(process)
    void process.ended.then(() => this.#all.delete(process))
    await process.started()
    if (signal.aborted) this.#idle.push(process)
    throwIfAborted(signal)
    return process
  }
}
