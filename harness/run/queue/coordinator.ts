/**
 * The side of the queue that owns the folder of the run: it queues trials, and stores the results that workers commit. The disk is
 * the source of truth; the data in Redis can be rebuilt from it.
 */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { HarnessFault, UsageError } from '../../errors.ts'
import { SCHEMA_VERSION, type RunRecord, type TrialSpec } from '../../contracts/schema.ts'
import type { TrialEvent } from '../../contracts/types.ts'
import { withAbsolutePath } from '../../agents/index.ts'
import { digestOfMissions } from '../../lib/files/digest.ts'
import { writeAtomically } from '../../lib/files/write.ts'
import { Patience } from '../../lib/redis/patience.ts'
import { fieldDigests } from '../agent-digests.ts'
import { Announcement } from './announcement.ts'
import { workersIn, type SeenWorker } from './census.ts'
import { Expiry } from './expiry.ts'
import { IdleWorkers } from './idle.ts'
import { COMMITTED, REQUEUE, RUNS, WAKE, runKey } from './keys.ts'
import { arrivalLines, canTake, deathLines, takesTrials, untakenLines, untakenOf, type Need } from './labels.ts'
import { KNOWN_BUDGET } from './known-budget.ts'
import { ResultCollector } from './result-collector.ts'
import { Leadership } from './leadership.ts'
import { RunQueues } from './run-queues.ts'
import { QUEUE_VERSION, controlFrom, controlText, type QueueRun, type Transport } from './shapes.ts'
import { STAGING, clearStaging, refuseLinks } from './staging.ts'
import { openUploadServer, type UploadServer, type UploadSetup } from './upload-server.ts'
import { Watchdog, type WatchdogOptions } from './watchdog.ts'

export interface QueueOptions extends Omit<WatchdogOptions, 'runId'> {
  readonly needs: readonly Need[]
  readonly limits: { readonly cost: number | undefined; readonly tokens: number | undefined }
  readonly cache: QueueRun['cache']
  /** Seconds without a sign after which a worker counts as dead. */
  readonly lease: number
  readonly deaths: number
  /** Removes keys: a spec that has one is refused. */
  readonly clean: (text: string) => string
  /** Told regularly how the queue is. */
  readonly show?: ((queue: { readonly workers: readonly SeenWorker[]; readonly remaining: number }) => void) | undefined
  /** Where workers upload results; if it is missing, workers have access to the folder of the run. */
  readonly upload?:
    | (Pick<UploadSetup, 'host' | 'port' | 'token' | 'tls'> & { readonly url: string | undefined })
    | undefined
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
/** Milliseconds in which workers give their trials back, or commit them, when a run is stopped. */
const GIVING_BACK = 5000

export class Coordinator implements AsyncDisposable {
  readonly #run: CoordinatedRun
  readonly #options: QueueOptions
  readonly #signal: AbortSignal
  readonly #patience: Patience
  readonly #remaining: Map<string, TrialSpec>
  readonly #queues: RunQueues
  readonly #watchdog: Watchdog
  readonly #collector: ResultCollector
  readonly #expiry: Expiry
  readonly #idle: IdleWorkers
  /** Lines that were said and still hold. */
  #told: readonly string[] = []
  /** Routes whose trials nobody could take at the last look. */
  #untaken: ReadonlySet<string> = new Set()
  #workers: readonly SeenWorker[] = []
  #leadership: Leadership | undefined
  #announcement: Announcement | undefined
  #server: UploadServer | undefined
  #subscriber: Redis | undefined
  #wake: (() => void) | undefined
  /** Whether it went through to the end, or was stopped, without an error. */
  #hasFollowed = false
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
    this.#signal = signal
    this.#patience = new Patience(options.say)
    this.#remaining = new Map(specs.map((spec) => [spec.key.id, spec]))
    this.#queues = new RunQueues(run.record, options.needs, options.redis)
    this.#watchdog = new Watchdog({ ...options, runId: run.record.runId })
    this.#expiry = new Expiry(options.redis, run.record.runId, this.#queues.keys)
    this.#idle = new IdleWorkers(run.record.runId)
    this.#collector = new ResultCollector({
      folder: run.folder,
      queues: this.#queues,
      remaining: this.#remaining,
      emit,
      say: options.say,
      wake: () => options.redis.publish(WAKE, run.record.runId),
    })
  }

  /** @returns The error that makes the run incomplete, if there is one: a trial that failed on every worker */
  async follow(): Promise<unknown> {
    const { redis } = this.#options
    const { record } = this.#run
    this.#refuseKeys()
    this.#leadership = await this.#patiently(() => Leadership.take(redis, record.runId))
    await this.#open()
    await this.#patiently(() => this.#queues.dropFailed())
    await this.#enqueue()
    while (this.#remaining.size > 0 && !this.#signal.aborted) {
      const collected = await this.#patiently(() => this.#collector.sweep())
      // Not patiently: a full Redis gets room when results are taken in.
      if (performance.now() - this.#looked > LOOK) await this.#patience.once(() => this.#look(), 'look')
      if (collected === 0 && this.#remaining.size > 0) await this.#rest()
    }
    this.#hasFollowed = true
    return this.#collector.failure
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#subscriber?.disconnect()
    await this.#server?.[Symbol.asyncDispose]()
    try {
      if ((await this.#leadership?.hold()) === true) await this.#cleanUp()
    } finally {
      await this.#queues.close()
    }
  }

  #patiently<T>(action: () => Promise<T>): Promise<T> {
    return this.#patience.with(action, this.#signal)
  }

  /** @throws UsageError if a key of this machine would get into Redis with a spec */
  #refuseKeys(): void {
    for (const [id, spec] of this.#remaining) {
      const text = JSON.stringify(spec)
      if (this.#options.clean(text) !== text)
        throw new UsageError(
          `the spec of trial ${id} has a key of this machine in it: keys belong into the environment of workers, not into options`,
        )
    }
  }

  async #open(): Promise<void> {
    const { redis } = this.#options
    this.#subscriber = redis.duplicate()
    this.#subscriber.on('error', () => undefined)
    this.#subscriber.on('message', (channel: string, text: string) => {
      if (channel === REQUEUE) void this.#hearRequeue(text)
      else this.#wake?.()
    })
    await this.#subscriber.subscribe(COMMITTED, REQUEUE)
    await refuseLinks(this.#run.folder)
    await this.#collector.begin()
    const transport = await this.#openTransport()
    const announcement = new Announcement(redis, this.#meta(transport), this.#run.folder)
    await this.#patiently(() => announcement.renew())
    this.#announcement = announcement
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
      agents: record.settings.agents.map((name) => this.#agent(name)),
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

  #agent(name: string): QueueRun['agents'][number] {
    const configuration: unknown = JSON.parse(
      this.#options.clean(JSON.stringify(this.#run.record.agents?.[name] ?? null)),
    )
    const fields = configuration === null ? {} : { fields: fieldDigests(configuration as object) }
    return { name, spec: withAbsolutePath(name), ...fields }
  }

  async #openTransport(): Promise<Transport> {
    const { upload } = this.#options
    const { folder, record } = this.#run
    if (!upload) {
      const file = path.join(folder, STAGING, 'mark')
      // That of an earlier coordinator stays: workers may already have compared it.
      const mark = (await readFile(file, 'utf8').catch(() => '')) || randomUUID()
      await writeAtomically(file, mark)
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

  /** Checks the workers, and whether Redis still has every trial. */
  async #look(): Promise<void> {
    this.#looked = performance.now()
    const { redis } = this.#options
    await this.#lead()
    await this.#announceAgain()
    await this.#expiry.renew()
    await this.#resume()
    const strange: string[] = []
    const workers = await workersIn(redis, (line) => strange.push(line))
    this.#workers = workers
    this.#options.show?.({ workers, remaining: this.#remaining.size })
    this.#report(workers, strange)
    await this.#watchdog.look(workers, (worker, trial) => this.#canTake(worker, trial))
    if (performance.now() - this.#reconciled < RECONCILE) return
    const count = await this.#queues.count()
    this.#reconciled = performance.now()
    if (count < this.#remaining.size) await this.#enqueue()
  }

  #report(workers: readonly SeenWorker[], strange: readonly string[]): void {
    const { runId } = this.#run.record
    const remaining = new Set(this.#remaining.keys())
    const waiting = this.#queues.byRoute(remaining)
    for (const line of arrivalLines(this.#untaken, waiting, workers, runId)) this.#options.say(line)
    this.#untaken = new Set(untakenOf(waiting, workers, runId).map(({ route }) => route.name))
    const deaths = deathLines(workers, runId, remaining)
    const idle = this.#idle.look(waiting, workers)
    this.#sayNew([...strange, ...deaths, ...idle, ...untakenLines(waiting, workers, runId)])
  }

  #canTake(worker: SeenWorker, trial: string): boolean {
    const route = this.#queues.routeOf(trial)
    return route !== undefined && takesTrials(worker, this.#run.record.runId) && canTake(worker.labels, route)
  }

  /** The watchdog of this process has its own line. */
  async #hearRequeue(text: string): Promise<void> {
    const message = controlFrom(text)
    if (message?.by !== 'user' || message.run !== this.#run.record.runId) return
    const { trial } = message
    // The last look may have been before the worker took the trial; it is enough while Redis does not answer.
    const now = await workersIn(this.#options.redis).catch(() => [])
    const holder = [...now, ...this.#workers].find(({ trials }) => trials.some((each) => each.trial === trial))
    this.#options.say(
      `pe requeue takes ${trial} from ${holder?.id ?? 'its worker'}: another worker gets it, if there is one`,
    )
  }

  /** @throws HarnessFault if another process has taken over: the data of the run are its own now */
  async #lead(): Promise<void> {
    if ((await this.#leadership?.hold()) === true) return
    this.#leadership = undefined
    throw new HarnessFault('another process coordinates this run now')
  }

  async #announceAgain(): Promise<void> {
    if ((await this.#announcement?.renew()) !== true) return
    this.#options.say('Redis has lost data of this run: its trials are queued again')
    this.#reconciled = -Infinity
  }

  async #resume(): Promise<void> {
    if (!(await this.#queues.resume())) return
    this.#options.say('the queue of this run was paused, and is resumed')
    await this.#options.redis.publish(WAKE, this.#run.record.runId)
  }

  /** A line that did not hold for a while is said again: the last worker may have gone. */
  #sayNew(lines: readonly string[]): void {
    for (const line of lines) if (!this.#told.includes(line)) this.#options.say(line)
    this.#told = lines
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

  /** Takes the run away from workers. Results that are not taken in stay until the run is resumed: each may have cost money. */
  async #cleanUp(): Promise<void> {
    const { redis } = this.#options
    const { runId } = this.#run.record
    try {
      await this.#options.beforeCleanUp?.()
      await redis.srem(RUNS, runId)
      await redis.publish(REQUEUE, controlText({ run: runId, trial: '*', by: 'coordinator' }))
      await this.#announcement?.renewBudget()
      if (this.#hasFollowed && (await this.#takeTheRest())) await this.#removeAll()
      await this.#expiry.begin()
    } finally {
      await this.#leadership?.release()
    }
  }

  /** @returns Whether no result is left, and no worker has a trial that it may still commit */
  async #takeTheRest(): Promise<boolean> {
    const until = performance.now() + GIVING_BACK
    while (this.#remaining.size > 0) {
      const collected = await this.#collector.sweep()
      if (collected === 0 && (await this.#queues.underWay()) === 0) return true
      if (performance.now() > until) return false
      if (collected === 0) await this.#rest()
    }
    return true
  }

  /** Trials that have not ended are queued again when the run is resumed. */
  async #removeAll(): Promise<void> {
    const { redis } = this.#options
    const { record, folder } = this.#run
    const { runId } = record
    await this.#queues.obliterate()
    const isDone = this.#remaining.size === 0 && this.#collector.pending === 0 && !this.#signal.aborted
    const keep = isDone ? [] : [runKey(runId, 'budget'), runKey(runId, 'budget:reserved')]
    for await (const keys of redis.scanStream({ match: `pe:run:${runId}:*` }) as AsyncIterable<string[]>)
      for (const key of keys) if (![...keep, runKey(runId, 'coordinator')].includes(key)) await redis.del(key)
    await clearStaging(folder, isDone ? [] : [KNOWN_BUDGET])
  }
}
