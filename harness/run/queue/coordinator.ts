/**
 * The side of the queue that owns the folder of the run: it queues trials, and stores the results that workers commit. The disk is
 * the source of truth; the data in Redis can be rebuilt from it.
 */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Job } from 'bullmq'
import type { Redis } from 'ioredis'
import pLimit from 'p-limit'
import { HarnessFault, messageOf } from '../../errors.ts'
import { SCHEMA_VERSION, type RunRecord, type TrialSpec } from '../../contracts/schema.ts'
import type { TrialEvent } from '../../contracts/types.ts'
import { digestOfMissions } from '../../lib/files/digest.ts'
import { writeAtomically } from '../../lib/files/write.ts'
import { Patience } from '../../lib/redis/patience.ts'
import { trialFolder } from '../../store/read.ts'
import { workersIn } from './census.ts'
import { COMMITTED, REQUEUE, RUNS, WAKE, runKey } from './keys.ts'
import { untakenLines, type Need } from './labels.ts'
import { Leadership } from './leadership.ts'
import { RunQueues } from './run-queues.ts'
import { QUEUE_VERSION, commitSchema, type Commit, type QueueRun, type Transport } from './shapes.ts'
import { EVENTS, STAGING, moveTrial, stagingFolder, verify } from './staging.ts'
import { openUploadServer, type UploadServer, type UploadSetup } from './upload-server.ts'
import { Watchdog, type WatchdogOptions } from './watchdog.ts'

export interface QueueOptions extends Omit<WatchdogOptions, 'runId'> {
  readonly needs: readonly Need[]
  readonly limits: { readonly cost: number | undefined; readonly tokens: number | undefined }
  readonly cache: QueueRun['cache']
  /** Seconds without a sign after which a worker counts as dead. */
  readonly lease: number
  readonly deaths: number
  /** Where workers upload results; if it is missing, workers have access to the folder of the run. */
  readonly upload?:
    (Pick<UploadSetup, 'host' | 'port' | 'token' | 'tls'> & { readonly url: string | undefined }) | undefined
  /** Called while everything of the run is still in Redis. */
  readonly beforeCleanUp?: () => Promise<void>
}

export interface CoordinatedRun {
  readonly record: RunRecord
  readonly folder: string
  readonly pe: string
}

/** Milliseconds between two looks for results, at the workers, and for trials that Redis has lost. */
const SWEEP = 500
const LOOK = 2000
const RECONCILE = 10_000

export class Coordinator implements AsyncDisposable {
  readonly #run: CoordinatedRun
  readonly #options: QueueOptions
  readonly #emit: (event: TrialEvent) => void
  readonly #signal: AbortSignal
  readonly #patience: Patience
  readonly #remaining: Map<string, TrialSpec>
  readonly #queues: RunQueues
  readonly #watchdog: Watchdog
  readonly #told = new Set<string>()
  readonly #limit = pLimit(8)
  #leadership: Leadership | undefined
  #server: UploadServer | undefined
  #subscriber: Redis | undefined
  #wake: (() => void) | undefined
  #failure: unknown
  #looked = 0
  #reconciled = 0

  constructor(
    run: CoordinatedRun,
    options: QueueOptions,
    specs: readonly TrialSpec[],
    emit: (event: TrialEvent) => void,
    signal: AbortSignal,
  ) {
    this.#run = run
    this.#options = options
    this.#emit = emit
    this.#signal = signal
    this.#patience = new Patience(options.say)
    this.#remaining = new Map(specs.map((spec) => [spec.key.id, spec]))
    this.#queues = new RunQueues(run.record, options.needs, options.redis)
    this.#watchdog = new Watchdog({ ...options, runId: run.record.runId })
  }

  /** @returns The error that makes the run incomplete, if there is one: a trial that failed on every worker */
  async follow(): Promise<unknown> {
    const { redis } = this.#options
    const { record } = this.#run
    this.#leadership = await Leadership.take(redis, record.runId)
    await this.#open()
    await this.#patiently(() => this.#queues.dropFailed())
    await this.#enqueue()
    while (this.#remaining.size > 0 && !this.#signal.aborted) {
      const landed = await this.#patiently(() => this.#sweep())
      if (performance.now() - this.#looked > LOOK) await this.#patiently(() => this.#look())
      if (landed === 0 && this.#remaining.size > 0) await this.#rest()
    }
    return this.#failure
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#subscriber?.disconnect()
    await this.#server?.[Symbol.asyncDispose]()
    try {
      if (this.#leadership) await this.#cleanUp()
    } finally {
      await this.#queues.close()
    }
  }

  #patiently<T>(action: () => Promise<T>): Promise<T> {
    return this.#patience.with(action, this.#signal)
  }

  async #open(): Promise<void> {
    const { redis } = this.#options
    const { record } = this.#run
    this.#subscriber = redis.duplicate()
    this.#subscriber.on('error', () => undefined)
    this.#subscriber.on('message', () => this.#wake?.())
    await this.#subscriber.subscribe(COMMITTED)
    const transport = await this.#openTransport()
    const meta = this.#meta(transport)
    await this.#patiently(() => redis.set(runKey(record.runId, 'meta'), JSON.stringify(meta)))
    await this.#patiently(() => redis.sadd(RUNS, record.runId))
  }

  #meta(transport: Transport): QueueRun {
    const { record, pe } = this.#run
    const { limits, cache, lease, deaths } = this.#options
    return {
      queueVersion: QUEUE_VERSION,
      schemaVersion: SCHEMA_VERSION,
      runId: record.runId,
      pe,
      suite: digestOfMissions(record.benchmark.missions),
      missions: record.settings.missions,
      agents: record.settings.agents,
      routes: [...this.#queues.routes],
      transport,
      limits: {
        ...(limits.cost === undefined ? {} : { cost: limits.cost }),
        ...(limits.tokens === undefined ? {} : { tokens: limits.tokens }),
      },
      cache,
      lease,
      deaths,
    }
  }

  async #openTransport(): Promise<Transport> {
    const { upload } = this.#options
    const { folder, record } = this.#run
    if (!upload) {
      const mark = randomUUID()
      await writeAtomically(path.join(folder, STAGING, 'mark'), mark)
      return { kind: 'folder', folder, mark }
    }
    const known = new Set(record.trials.map(({ id }) => id))
    this.#server = await openUploadServer({ ...upload, folder, hasTrial: (id) => known.has(id) })
    const scheme = upload.tls ? 'https' : 'http'
    const host = upload.host.includes(':') ? `[${upload.host}]` : upload.host
    return { kind: 'http', url: upload.url ?? `${scheme}://${host}:${String(this.#server.port)}` }
  }

  /** Queues the remaining trials. */
  async #enqueue(): Promise<void> {
    for (const add of this.#queues.additions([...this.#remaining.values()])) await this.#patiently(add)
    this.#reconciled = performance.now()
    await this.#patiently(() => this.#options.redis.publish(WAKE, this.#run.record.runId))
  }

  /** @returns How many trials have ended */
  async #sweep(): Promise<number> {
    let landed = 0
    for await (const jobs of this.#queues.jobs('completed')) {
      await Promise.all(jobs.flatMap((job) => (job === undefined ? [] : [this.#limit(() => this.#land(job))])))
      landed += jobs.length
    }
    for await (const jobs of this.#queues.jobs('failed')) for (const job of jobs) if (job) await this.#giveUp(job)
    return landed
  }

  /** Stores the committed result of a trial, unless the trial already has a record. */
  async #land(job: Job<TrialSpec>): Promise<void> {
    const id = job.id ?? ''
    const spec = this.#remaining.get(id)
    const parsed = commitSchema.safeParse(job.returnvalue)
    const staged = parsed.success ? stagingFolder(this.#run.folder, id, parsed.data.token) : undefined
    if (spec && parsed.success && staged !== undefined) {
      try {
        await verify(staged, parsed.data.digest)
      } catch (error) {
        if (!(error instanceof HarnessFault)) throw error
        await this.#again(job, spec, messageOf(error))
        return
      }
      await this.#take(spec, parsed.data, staged, job.timestamp)
    } else if (spec) {
      await this.#again(job, spec, 'its commit is no commit')
      return
    }
    if (staged !== undefined) await rm(staged, { recursive: true, force: true })
    await job.remove()
  }

  async #take(spec: TrialSpec, commit: Commit, staged: string, queuedAt: number): Promise<void> {
    const place = trialFolder(this.#run.folder, spec.key)
    const events = commit.kind === 'ended' ? await eventsIn(staged) : []
    if (!existsSync(path.join(place, 'trial.json')) && existsSync(path.join(staged, 'trial')))
      await moveTrial(staged, place)
    this.#remaining.delete(spec.key.id)
    const waited = Math.max(0, (Date.now() - queuedAt) / 1000 - commit.seconds)
    const { worker, host, seconds, control } = commit
    const line = {
      trial: spec.key.id,
      worker,
      host,
      waited: round(waited),
      seconds: round(seconds),
      at: round(Date.now() / 1000),
      ...(control === undefined ? {} : { control }),
    }
    await appendFile(path.join(this.#run.folder, 'machines.jsonl'), `${JSON.stringify(line)}\n`)
    for (const event of events) this.#emit(event)
    if (commit.kind === 'pending')
      this.#emit({ type: 'trial-pending', trial: spec.key, reason: commit.reason ?? 'to be judged later' })
  }

  /** Runs a trial again whose result does not match its digest. */
  async #again(job: Job<TrialSpec>, spec: TrialSpec, why: string): Promise<void> {
    this.#options.say(`the result of ${spec.key.id} is refused, and the trial is run again: ${why}`)
    await job.remove()
    await this.#queues.add(spec)
    await this.#options.redis.publish(WAKE, this.#run.record.runId)
  }

  async #giveUp(job: Job<TrialSpec>): Promise<void> {
    const spec = this.#remaining.get(job.id ?? '')
    if (spec) {
      const reason = `it failed on every worker that took it: ${job.failedReason}`
      this.#failure ??= new HarnessFault(`trial ${spec.key.id}: ${reason}`)
      this.#remaining.delete(spec.key.id)
      this.#emit({ type: 'trial-pending', trial: spec.key, reason })
    }
    await job.remove()
  }

  /** Checks the workers, and whether Redis still has every trial. */
  async #look(): Promise<void> {
    this.#looked = performance.now()
    const { redis } = this.#options
    await this.#leadership?.renew()
    const workers = await workersIn(redis)
    const waiting = this.#queues.byRoute(this.#remaining.keys())
    for (const line of untakenLines(waiting, workers, this.#run.record.runId)) this.#sayOnce(line)
    await this.#watchdog.look(workers)
    if (performance.now() - this.#reconciled < RECONCILE) return
    const count = await this.#queues.count()
    this.#reconciled = performance.now()
    if (count < this.#remaining.size) await this.#enqueue()
  }

  #sayOnce(line: string): void {
    if (this.#told.has(line)) return
    this.#told.add(line)
    this.#options.say(line)
  }

  /** Waits for a commit, but at most half a second, because a message may be lost. */
  async #rest(): Promise<void> {
    const stop = new AbortController()
    const woken = new Promise<void>((resolve) => (this.#wake = resolve))
    const waited = delay(SWEEP, undefined, { signal: stop.signal }).catch(() => undefined)
    await Promise.race([woken, waited])
    stop.abort()
    this.#wake = undefined
  }

  /** Removes the run from Redis. Trials that have not ended are queued again when the run is resumed. */
  async #cleanUp(): Promise<void> {
    const { redis } = this.#options
    const { record, folder } = this.#run
    const { runId } = record
    await this.#options.beforeCleanUp?.()
    await redis.srem(RUNS, runId)
    await redis.publish(REQUEUE, JSON.stringify({ run: runId, trial: '*' }))
    await this.#queues.obliterate()
    const isDone = this.#remaining.size === 0 && this.#failure === undefined && !this.#signal.aborted
    const keep = isDone ? [] : [runKey(runId, 'budget'), runKey(runId, 'budget:reserved')]
    for (const key of await redis.keys(`pe:run:${runId}:*`))
      if (![...keep, runKey(runId, 'coordinator')].includes(key)) await redis.del(key)
    await rm(path.join(folder, STAGING), { recursive: true, force: true })
    await this.#leadership?.release()
  }
}

async function eventsIn(staged: string): Promise<TrialEvent[]> {
  const text = await readFile(path.join(staged, EVENTS), 'utf8')
  // Written by a worker of this version, and already compared with its digest.
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as TrialEvent]))
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}
