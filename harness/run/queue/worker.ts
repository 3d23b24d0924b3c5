/** Takes trials from the queue, and runs several at a time. */
import { randomBytes, randomUUID } from 'node:crypto'
import { hostname, loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Job } from 'bullmq'
import type { Redis } from 'ioredis'
import { HarnessFault, messageOf } from '../../errors.ts'
import type { Paper } from '../../contracts/paper.ts'
import type { TrialSpec } from '../../contracts/schema.ts'
import type { Redactor } from '../../lib/models/redact.ts'
import { Patience } from '../../lib/redis/patience.ts'
import { pluralise } from '../../lib/wording/count.ts'
import { AvoidedWorkers } from './avoided.ts'
import { HEARTBEAT, IDLE_LEASE, leave, tellState } from './census.ts'
import { Claim } from './claim.ts'
import { DiskRoom } from './disk-room.ts'
import { REQUEUE, WAKE } from './keys.ts'
import type { ServedRun } from './served-run.ts'
import { ServedRuns } from './served-runs.ts'
import { controlFrom, type ControlMessage, type WorkerState } from './shapes.ts'
import { Standstill } from './standstill.ts'
import { TrialWork, type WorkEnd } from './trial-work.ts'

export interface QueueWorkerOptions {
  readonly papers: readonly Paper[]
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
  /** Knows the keys of this machine, which must not get into Redis. */
  readonly redactor: Redactor
  /** Ends the worker once its trials have ended. */
  readonly drain: AbortSignal
  /** Returns the running trials to the queue and ends the worker. */
  readonly stop: AbortSignal
  readonly say: (line: string) => void
}

/** Milliseconds between two looks for runs and trials, if no message comes. */
const POLL = 1000
/** Milliseconds that a worker waits after a trial that failed for a reason of the machine; doubled by each failure after it. */
const SHORTEST_PAUSE = 500
const LONGEST_PAUSE = 30_000
/** Seconds by which the clock of a machine may differ from that of Redis. */
const WRONG_CLOCK = 10

export class QueueWorker {
  readonly #options: QueueWorkerOptions
  readonly #id = `${hostname()}-${String(process.pid)}-${randomBytes(3).toString('hex')}`
  readonly #patience: Patience
  readonly #runs: ServedRuns
  readonly #room: DiskRoom
  readonly #current = new Set<TrialWork>()
  readonly #work = new Set<Promise<void>>()
  readonly #clean: (text: string) => string
  readonly #avoided: AvoidedWorkers
  #ended = 0
  #sinceWork = performance.now()
  #looked = -Infinity
  #unhealthy: string | undefined
  #wake: (() => void) | undefined
  /** Trials that failed one after the other. */
  #failures = 0
  /** Before this moment no trial is taken, so that a machine on which all trials fail leaves them to others. */
  #pausedUntil = -Infinity

  constructor(options: QueueWorkerOptions) {
    this.#options = options
    this.#patience = new Patience(options.say)
    this.#runs = new ServedRuns(options)
    this.#room = new DiskRoom(options.leastFree, options.say)
    this.#avoided = new AvoidedWorkers(options.redis, this.#id)
    this.#clean = (text) => options.redactor.text(text)
  }

  get state(): WorkerState {
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
      lease: this.#runs.lease ?? IDLE_LEASE,
      ended: this.#ended,
      refuses: this.#runs.refuses,
      trials: [...this.#current].map(({ state }) => state),
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
      for (const work of this.#current) work.stop('the worker was stopped')
    }
    stop.addEventListener('abort', giveBack)
    const standstill = new Standstill(HEARTBEAT)
    const beat = setInterval(() => {
      this.#noteStandstill(standstill.look())
      void this.#beat()
    }, HEARTBEAT)
    try {
      await this.#takeTrials()
      await Promise.all(this.#work)
      if (drain.aborted) this.#options.say(`has drained: ${pluralise(this.#ended, 'trial')} ended here`)
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
    const { idle } = this.#options
    await this.#tellClock()
    await this.#beat()
    while (!this.#isDraining) {
      if (performance.now() - this.#looked > POLL) await this.#lookForRuns()
      if ((await this.#hasRoom()) && (await this.#takeOne())) continue
      if (this.#current.size > 0) this.#sinceWork = performance.now()
      if (idle !== undefined && performance.now() - this.#sinceWork > idle * 1000) return
      await this.#rest()
    }
  }

  async #hasRoom(): Promise<boolean> {
    if (this.#current.size >= this.#options.concurrency || performance.now() < this.#pausedUntil) return false
    return await this.#room.isThere(this.#runs.folders)
  }

  async #takeOne(): Promise<boolean> {
    const { redisUrl, uploadToken, drain, say } = this.#options
    for (const served of this.#runs.values()) {
      const claim = await this.#claim(served)
      if (!claim) continue
      const tools = { redisUrl, uploadToken, worker: this.#id, drain, clean: this.#clean, say }
      this.#begin(new TrialWork(claim, served, tools))
      return true
    }
    return false
  }

  /** Takes the next trial that no other worker should have. Those that others should have are returned afterwards. */
  async #claim(served: ServedRun): Promise<Claim | undefined> {
    const { redis, say } = this.#options
    const tools = { redis, patience: this.#patience, lease: served.run.lease, clean: this.#clean, say }
    const avoided: Claim[] = []
    try {
      for (;;) {
        const token = randomUUID()
        const job = await this.#fetch(served, token)
        if (!job) return undefined
        const claim = new Claim(job, token, tools)
        if (!(await this.#avoided.isForOthers(served, job))) return claim
        avoided.push(claim)
      }
    } finally {
      for (const claim of avoided) await claim.putBack()
    }
  }

  #begin(trial: TrialWork): void {
    const { id, job } = trial.claim
    const deaths = job.stalledCounter
    this.#options.say(`${id} is taken${deaths === 0 ? '' : `, after ${pluralise(deaths, 'worker')} died with it`}`)
    this.#current.add(trial)
    const work = trial.run().then((end) => this.#afterwards(trial, end))
    this.#work.add(work)
    const ended = () => {
      this.#current.delete(trial)
      this.#work.delete(work)
      this.#sinceWork = performance.now()
      this.#wake?.()
    }
    void work.then(ended, ended)
  }

  async #afterwards({ served }: TrialWork, end: WorkEnd): Promise<void> {
    if (end.kind === 'committed') this.#ended += 1
    if (end.kind === 'disk-full') this.#room.noteFull()
    if (end.kind === 'unhealthy')
      this.#unhealthy = `this machine fails a control project (${end.reason}): it takes no more trials`
    if (end.kind === 'refused') {
      this.#runs.refuse(served, end.reason, end.retries)
      await this.#beat()
    }
    if (end.kind === 'failed') {
      this.#pause()
    } else if (end.kind === 'committed') this.#failures = 0
  }

  /** A time limit of a trial may have run out meanwhile, which is not the fault of its project. */
  #noteStandstill(milliseconds: number): void {
    if (milliseconds === 0 || this.#current.size === 0) return
    const seconds = (milliseconds / 1000).toFixed(1)
    this.#options.say(`this process stood still for ${seconds} s: its trials are given back, and run again`)
    for (const work of this.#current) work.stop(`the worker stood still for ${seconds} s`)
    this.#pause()
  }

  #pause(): void {
    this.#pausedUntil = performance.now() + Math.min(LONGEST_PAUSE, SHORTEST_PAUSE * 2 ** this.#failures)
    this.#failures += 1
  }

  /** The answer to a fetch may be lost with the connection: such a trial stalls, and is assigned again. */
  #fetch(served: ServedRun, token: string): Promise<Job<TrialSpec> | undefined> {
    return this.#patience
      .with(() => served.next(token), this.#options.drain)
      .catch(async (error: unknown) => {
        if (!this.#isDraining) this.#options.say(`no trial can be taken: ${messageOf(error).slice(0, 200)}`)
        await delay(POLL)
        return undefined
      })
  }

  #hear(channel: string, text: string): void {
    const message = channel === REQUEUE ? controlFrom(text) : undefined
    if (message) this.#release(message)
    this.#looked = -Infinity
    this.#wake?.()
  }

  #release({ run, trial, by }: ControlMessage): void {
    const released = [...this.#current].filter(
      ({ served, claim }) => served.run.runId === run && ['*', claim.id].includes(trial),
    )
    if (released.length === 0) return
    const { say } = this.#options
    if (by === 'coordinator')
      say(`the coordinator of run ${run} has stopped: ${pluralise(released.length, 'trial')} end here`)
    for (const work of released) {
      if (by !== 'coordinator') {
        this.#avoided.add(run, work.claim.id)
        say(
          `${work.claim.id} is taken away by ${by === 'user' ? 'pe requeue' : 'the watchdog'}: another worker gets it, if there is one`,
        )
      }
      work.stop('the trial is given to another worker')
    }
  }

  async #lookForRuns(): Promise<void> {
    this.#looked = performance.now()
    const busy = new Set([...this.#current].map(({ served }) => served))
    await this.#runs.look(busy, () => this.#beat())
  }

  /** Nothing of the queue depends on the clock of a worker, but the times in its records do. */
  async #tellClock(): Promise<void> {
    const [seconds = 0] = (await this.#options.redis.time()).map(Number)
    const wrong = Date.now() / 1000 - seconds
    if (Math.abs(wrong) > WRONG_CLOCK)
      this.#options.say(
        `the clock of this machine differs from that of Redis by ${wrong.toFixed(0)} s: records of its trials have wrong times`,
      )
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
