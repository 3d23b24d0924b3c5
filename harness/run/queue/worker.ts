/** Takes trials from the queue, runs several at a time, and commits their results. */
import { randomBytes, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { hostname, loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Job } from 'bullmq'
import type { Redis } from 'ioredis'
import { HarnessFault, Interrupted, UsageError, messageOf } from '../../errors.ts'
import type { TrialSpec } from '../../contracts/schema.ts'
import { scratchFolder } from '../../lib/files/scratch.ts'
import { Patience } from '../../lib/redis/patience.ts'
import { attempt } from './attempt.ts'
import { HEARTBEAT, leave, tellState } from './census.ts'
import { DiskRoom, isFullDisk } from './disk-room.ts'
import { COMMITTED, REQUEUE, WAKE } from './keys.ts'
import type { ServedRun } from './served-run.ts'
import { ServedRuns } from './served-runs.ts'
import { controlMessageSchema, type Commit, type WorkerState } from './shapes.ts'
import { stagingFolder } from './staging.ts'

export interface QueueWorkerOptions {
  readonly redis: Redis
  readonly redisUrl: string
  readonly pe: string
  readonly labels: readonly string[]
  readonly concurrency: number
  readonly uploadToken: string | undefined
  /** Seconds without a trial after which the worker ends; undefined: it never ends by itself. */
  readonly idle: number | undefined
  /** MiB that must be free on the disks that trials are written to. */
  readonly leastFree: number
  /** Ends the worker once its trials have ended. */
  readonly drain: AbortSignal
  /** Returns the running trials to the queue and ends the worker. */
  readonly stop: AbortSignal
  readonly say: (line: string) => void
}

interface Current {
  readonly job: Job<TrialSpec>
  readonly token: string
  readonly served: ServedRun
  readonly abort: AbortController
  readonly began: number
  stage: string
  heard: number
}

const POLL = 1000

export class QueueWorker {
  readonly #options: QueueWorkerOptions
  readonly #id = `${hostname()}-${String(process.pid)}-${randomBytes(3).toString('hex')}`
  readonly #patience: Patience
  readonly #runs: ServedRuns
  readonly #room: DiskRoom
  readonly #current = new Map<string, Current>()
  readonly #folders = new Map<string, string>()
  /** Tokens whose folders now belong to the coordinator. */
  readonly #committed = new Set<string>()
  readonly #work = new Set<Promise<void>>()
  #ended = 0
  #sinceWork = performance.now()
  #looked = -Infinity
  #unhealthy: string | undefined
  #wake: (() => void) | undefined

  constructor(options: QueueWorkerOptions) {
    this.#options = options
    this.#patience = new Patience(options.say)
    this.#runs = new ServedRuns(options)
    this.#room = new DiskRoom(options.leastFree, options.say)
  }

  get state(): WorkerState {
    const now = performance.now()
    const seconds = (since: number) => Math.round((now - since) / 100) / 10
    const { pe, labels, concurrency } = this.#options
    return {
      id: this.#id,
      host: hostname(),
      pid: process.pid,
      pe,
      labels: [...labels],
      concurrency,
      load: loadavg()[0] ?? 0,
      draining: this.#isDraining,
      ended: this.#ended,
      refuses: this.#runs.refuses,
      trials: [...this.#current.values()].map(({ job, served, began, stage, heard }) => ({
        run: served.run.runId,
        trial: job.id ?? '',
        stage,
        seconds: seconds(began),
        quiet: seconds(heard),
      })),
    }
  }

  get #isDraining(): boolean {
    return this.#options.drain.aborted || this.#unhealthy !== undefined
  }

  /** @throws HarnessFault if a control showed that this machine is at fault */
  async run(): Promise<void> {
    const { redis, drain, stop } = this.#options
    const subscriber = redis.duplicate()
    subscriber.on('error', () => undefined)
    subscriber.on('message', (channel: string, text: string) => {
      this.#hear(channel, text)
    })
    await subscriber.subscribe(WAKE, REQUEUE)
    const wake = () => this.#wake?.()
    drain.addEventListener('abort', wake)
    const giveBack = () => {
      for (const { abort } of this.#current.values()) abort.abort(new Interrupted('the worker was stopped'))
    }
    stop.addEventListener('abort', giveBack)
    const beat = setInterval(() => void this.#beat(), HEARTBEAT)
    try {
      await this.#takeTrials()
      await Promise.all(this.#work)
    } finally {
      clearInterval(beat)
      drain.removeEventListener('abort', wake)
      stop.removeEventListener('abort', giveBack)
      subscriber.disconnect()
      await this.#runs[Symbol.asyncDispose]()
      await leave(redis, this.#id).catch(() => undefined)
    }
    if (this.#unhealthy !== undefined) throw new HarnessFault(this.#unhealthy)
  }

  async #takeTrials(): Promise<void> {
    const { concurrency, idle } = this.#options
    await this.#beat()
    while (!this.#isDraining) {
      if (performance.now() - this.#looked > POLL) await this.#lookForRuns()
      const took =
        this.#current.size < concurrency && (await this.#room.isThere(this.#runs.folders)) && (await this.#takeOne())
      if (took) continue
      if (this.#current.size > 0) this.#sinceWork = performance.now()
      if (idle !== undefined && performance.now() - this.#sinceWork > idle * 1000) return
      await this.#rest()
    }
  }

  async #takeOne(): Promise<boolean> {
    for (const served of this.#runs.values()) {
      const token = randomUUID()
      const job = await this.#fetch(served, token)
      if (!job) continue
      const work = this.#process({
        job,
        token,
        served,
        abort: new AbortController(),
        began: performance.now(),
        stage: 'begin',
        heard: performance.now(),
      })
      this.#work.add(work)
      const ended = () => {
        this.#work.delete(work)
        this.#wake?.()
      }
      void work.then(ended, ended)
      return true
    }
    return false
  }

  /** The answer to a fetch may be lost with the connection: such a trial stalls, and is assigned again. */
  async #fetch(served: ServedRun, token: string): Promise<Job<TrialSpec> | undefined> {
    try {
      return await served.next(token)
    } catch (error) {
      this.#options.say(`no trial can be taken: ${messageOf(error).slice(0, 200)}`)
      await delay(POLL)
      return undefined
    }
  }

  async #process(current: Current): Promise<void> {
    const { job, token, served, abort } = current
    const id = job.id ?? ''
    this.#current.set(id, current)
    const lease = setInterval(() => void this.#extend(current), (served.run.lease * 1000) / 3)
    try {
      await using staged = await this.#openStaging(served, id, token)
      const commit = await this.#runTrial(current, staged.path)
      if (commit === undefined || abort.signal.aborted) await this.#giveBack(job, token)
      else await this.#commit(current, commit)
    } catch (error) {
      await this.#failed(current, error)
    } finally {
      clearInterval(lease)
      this.#current.delete(id)
      this.#folders.delete(id)
      this.#sinceWork = performance.now()
    }
  }

  /** On a shared disk, the folder stays until the coordinator has stored it. */
  async #openStaging(
    { run }: ServedRun,
    id: string,
    token: string,
  ): Promise<{ readonly path: string } & AsyncDisposable> {
    if (run.transport.kind === 'http') {
      return await scratchFolder('upload')
    }
    const folder = stagingFolder(run.transport.folder, id, token)
    return {
      path: folder,
      [Symbol.asyncDispose]: async () => {
        if (!this.#committed.delete(token)) await rm(folder, { recursive: true, force: true })
      },
    }
  }

  /** @returns Undefined if the trial was stopped, or this machine is at fault */
  async #runTrial(current: Current, staged: string): Promise<Omit<Commit, 'seconds'> | undefined> {
    const { job, served, token, abort } = current
    const { redisUrl, uploadToken } = this.#options
    const end = await attempt({
      ...{ job, token, served, staged, redisUrl, uploadToken, worker: this.#id },
      signal: abort.signal,
      folders: this.#folders,
      hear: (event) => {
        current.heard = performance.now()
        if (event.type === 'stage') current.stage = event.stage
      },
    })
    if (end.kind === 'unhealthy')
      this.#unhealthy = `this machine fails a control project (${end.reason}): it takes no more trials`
    return end.kind === 'sealed' ? end.commit : undefined
  }

  /** The lock of the trial is the fence: without it, nothing is committed. */
  async #commit({ job, token, began, served }: Current, commit: Omit<Commit, 'seconds'>): Promise<void> {
    const { redis } = this.#options
    const seconds = (performance.now() - began) / 1000
    this.#committed.add(token)
    try {
      await this.#patience.with(() => job.moveToCompleted({ ...commit, seconds }, token, false))
    } catch (error) {
      this.#committed.delete(token)
      // The answer to the first attempt may have been lost with the connection.
      if (await this.#hasCommitted(job, token)) this.#committed.add(token)
      else {
        this.#options.say(
          `${job.id ?? ''} was given to another worker: this result is dropped (${messageOf(error).slice(0, 160)})`,
        )
        return
      }
    }
    this.#ended += 1
    await redis.publish(COMMITTED, served.run.runId)
  }

  async #hasCommitted(job: Job<TrialSpec>, token: string): Promise<boolean> {
    const text = await this.#patience.with(() =>
      this.#options.redis.hget(`${job.queueQualifiedName}:${job.id ?? ''}`, 'returnvalue'),
    )
    return text?.includes(token) ?? false
  }

  async #failed({ job, token, abort, served }: Current, error: unknown): Promise<void> {
    if (abort.signal.aborted || error instanceof Interrupted) return this.#giveBack(job, token)
    const message = messageOf(error)
    this.#options.say(`${job.id ?? ''}: ${message}`)
    if (isFullDisk(error)) {
      this.#room.noteFull()
      return this.#giveBack(job, token)
    }
    if (error instanceof UsageError) {
      this.#runs.refuse(served, message)
      await this.#giveBack(job, token)
      await this.#beat()
      return
    }
    await this.#patience
      .with(() => job.moveToFailed(new Error(message.slice(0, 2000)), token, false))
      .catch((refused: unknown) => {
        this.#options.say(`${job.id ?? ''} is no longer this worker's: ${messageOf(refused).slice(0, 160)}`)
      })
  }

  async #giveBack(job: Job<TrialSpec>, token: string): Promise<void> {
    try {
      await this.#patience.with(() => job.moveToWait(token))
      await this.#options.redis.publish(WAKE, '')
    } catch (error) {
      // Its run has ended, or another worker has the trial now.
      this.#options.say(`${job.id ?? ''} is not given back: ${messageOf(error).slice(0, 160)}`)
    }
  }

  async #extend({ job, token, served, abort }: Current): Promise<void> {
    try {
      const extended = await job.extendLock(token, served.run.lease * 1000)
      if (extended !== 1) abort.abort(new Interrupted('the trial was given to another worker'))
    } catch {
      // Redis cannot be reached just now. If the lock is lost meanwhile, the commit is refused.
    }
  }

  #hear(channel: string, text: string): void {
    if (channel === REQUEUE) {
      const message = controlMessageSchema.safeParse(JSON.parse(text))
      if (message.success)
        for (const { job, served, abort } of this.#current.values())
          if (served.run.runId === message.data.run && ['*', job.id].includes(message.data.trial))
            abort.abort(new Interrupted('the trial is given to another worker'))
    }
    this.#looked = -Infinity
    this.#wake?.()
  }

  async #lookForRuns(): Promise<void> {
    this.#looked = performance.now()
    const busy = new Set([...this.#current.values()].map(({ served }) => served))
    await this.#runs.look(busy, () => this.#beat())
  }

  async #beat(): Promise<void> {
    // Reported again a second later; trials continue.
    await tellState(this.#options.redis, this.state).catch(() => undefined)
  }

  async #rest(): Promise<void> {
    const stop = new AbortController()
    const woken = new Promise<void>((resolve) => (this.#wake = resolve))
    await Promise.race([woken, delay(POLL, undefined, { signal: stop.signal }).catch(() => undefined)])
    stop.abort()
    this.#wake = undefined
  }
}
