/** Takes the results that workers have committed into the folder of the run. */
import { existsSync } from 'node:fs'
import { appendFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Job } from 'bullmq'
import pLimit from 'p-limit'
import { HarnessFault, messageOf } from '../../errors.ts'
import type { MachineLine, TrialSpec } from '../../contracts/schema.ts'
import type { TrialEvent } from '../../contracts/types.ts'
import { truncateIncompleteLine } from '../../lib/files/lines.ts'
import type { ExchangeLog } from '../../lib/models/client.ts'
import { Redactor } from '../../lib/models/redact.ts'
import { MACHINES, readMachines, trialFolder } from '../../store/read.ts'
import { joinReviewLog, reviewLog } from '../reviewer.ts'
import { joinToolReviews } from '../tool-reviewer.ts'
import { digestOfSpec } from '../trial-spec.ts'
import type { RunQueues } from './run-queues.ts'
import { readResult } from './result.ts'
import { commitSchema, type Commit } from './shapes.ts'
import { moveTrial, stagingFolder } from './staging.ts'

/** How often a trial is run again because its result was refused: each time may cost money. */
const MOST_REFUSALS = 3
/** Results that are taken in at a time. */
const AT_A_TIME = 8

export interface CollectorTools {
  /** Of the run. */
  readonly folder: string
  readonly queues: RunQueues
  /** The trials that have not ended, by id; each is removed when it ends. */
  readonly remaining: Map<string, TrialSpec>
  readonly emit: (event: TrialEvent) => void
  readonly say: (line: string) => void
  /** Tells workers that there is something to do. */
  readonly wake: () => Promise<unknown>
}

/** A job: when it was queued, in milliseconds since 1970, and how many workers died with it. */
type Queued = Pick<Job, 'timestamp' | 'stalledCounter'>

interface Staged {
  /** The folder of the attempt. */
  readonly staged: string
  readonly events: readonly TrialEvent[]
  readonly job: Queued
}

export class ResultCollector {
  readonly #tools: CollectorTools
  readonly #limit = pLimit(AT_A_TIME)
  /** The log of the reviewer of the run, to which one trial at a time is joined. Workers have removed their keys. */
  readonly #reviews: ExchangeLog
  readonly #oneReview = pLimit(1)
  /** How often the result of a trial was refused. */
  readonly #refusals = new Map<string, number>()
  /** Trials whose machines are written down. */
  readonly #written = new Set<string>()
  #failure: HarnessFault | undefined
  #pending = 0
  /** Why a result could not be read the last time. */
  #unread: string | undefined

  constructor(tools: CollectorTools) {
    this.#tools = tools
    this.#reviews = reviewLog(tools.folder, new Redactor())
  }

  /** Continues what an earlier coordinator has written, which may have been killed in the middle of a line, or before it. */
  async begin(): Promise<void> {
    const { folder } = this.#tools
    await truncateIncompleteLine(path.join(folder, MACHINES))
    for (const { trial } of await readMachines(folder)) this.#written.add(trial)
  }

  /** Of the first trial that was given up. */
  get failure(): HarnessFault | undefined {
    return this.#failure
  }

  /** Trials that this run leaves to a later one: for want of budget, for example. */
  get pending(): number {
    return this.#pending
  }

  /** @returns How many trials have ended */
  async sweep(): Promise<number> {
    const { queues } = this.#tools
    let landed = 0
    for await (const jobs of queues.jobs('completed')) {
      // An error of one result does not stop those of the others.
      const ends = await Promise.allSettled(
        jobs.flatMap((job) => (job === undefined ? [] : [this.#limit(() => this.#land(job))])),
      )
      for (const end of ends) if (end.status === 'rejected') throw end.reason
      landed += ends.filter((end) => end.status === 'fulfilled' && end.value).length
    }
    for await (const jobs of queues.jobs('failed')) for (const job of jobs) if (job) await this.#failed(job)
    return landed
  }

  /**
   * Stores the committed result of a trial, unless the trial already has a record.
   * @returns Whether its job is gone
   */
  async #land(job: Job<TrialSpec>): Promise<boolean> {
    const { folder, remaining, queues } = this.#tools
    const id = job.id ?? ''
    // Anyone who can write to Redis can add a job: its id must not get into a path.
    if (queues.routeOf(id) === undefined) return removed(job)
    const spec = remaining.get(id)
    const parsed = commitSchema.safeParse(job.returnvalue)
    const staged = parsed.success ? stagingFolder(folder, id, parsed.data.token) : undefined
    if (spec && parsed.success && staged !== undefined) {
      let events: readonly TrialEvent[]
      try {
        events = await readResult(staged, parsed.data, spec)
      } catch (error) {
        if (error instanceof HarnessFault) return this.#again(job, spec, messageOf(error))
        this.#notReadNow(id, error)
        return false
      }
      await this.#take(spec, parsed.data, { staged, events, job })
    } else if (spec) {
      return this.#again(job, spec, 'its commit has another shape')
    }
    if (parsed.success && !spec) await this.#writeMachine(id, parsed.data, job)
    if (staged !== undefined) await rm(staged, { recursive: true, force: true })
    return removed(job)
  }

  /** An error of this machine's disk or limits says nothing about the result, which may have cost money. */
  #notReadNow(trial: string, error: unknown): void {
    const message = messageOf(error)
    if (message !== this.#unread)
      this.#tools.say(`the result of ${trial} cannot be read now, and is read again: ${message}`)
    this.#unread = message
  }

  async #take(spec: TrialSpec, commit: Commit, { staged, events, job }: Staged): Promise<void> {
    const { folder, remaining, emit } = this.#tools
    const place = trialFolder(folder, spec.key)
    if (!existsSync(path.join(place, 'trial.json')) && existsSync(path.join(staged, 'trial')))
      await moveTrial(staged, place)
    // A trial that is pending continues from its own log.
    if (commit.kind === 'ended')
      await this.#oneReview(async () => {
        await joinReviewLog(place, this.#reviews)
        await joinToolReviews(place, folder)
      })
    remaining.delete(spec.key.id)
    await this.#writeMachine(spec.key.id, commit, job)
    for (const event of events) emit(event)
    if (commit.kind === 'pending') this.#pending += 1
    if (commit.kind === 'pending')
      emit({ type: 'trial-pending', trial: spec.key, reason: commit.reason ?? 'to be judged later' })
  }

  async #writeMachine(trial: string, commit: Commit, job: Queued): Promise<void> {
    // A trial that is pending will be taken again.
    if (commit.kind === 'pending' || this.#written.has(trial)) return
    this.#written.add(trial)
    const line = `${JSON.stringify(machineLine(trial, commit, job))}\n`
    await appendFile(path.join(this.#tools.folder, MACHINES), line)
  }

  /** Runs a trial again that has no valid result. */
  async #again(job: Job<TrialSpec>, spec: TrialSpec, why: string): Promise<boolean> {
    const { queues, say, wake } = this.#tools
    const { id } = spec.key
    if (!(await removed(job))) return false
    const refusals = (this.#refusals.get(id) ?? 0) + 1
    this.#refusals.set(id, refusals)
    if (refusals > MOST_REFUSALS) {
      await this.#giveUp(job, `its result was refused ${String(refusals)} times: ${why}`)
      return true
    }
    say(`the result of ${id} is refused, and the trial is run again: ${why}`)
    await queues.add(spec)
    await wake()
    return true
  }

  /** A job whose spec was changed or lost in Redis says nothing about the trial. */
  async #failed(job: Job<TrialSpec>): Promise<void> {
    const spec = this.#tools.remaining.get(job.id ?? '')
    if (spec && !isOf(spec, job)) await this.#again(job, spec, 'its spec in Redis was changed, or is lost')
    else await this.#giveUp(job, `it failed on every worker that took it: ${job.failedReason}`)
  }

  async #giveUp(job: Job<TrialSpec>, reason: string): Promise<void> {
    const { remaining, emit } = this.#tools
    const spec = remaining.get(job.id ?? '')
    if (spec) {
      this.#failure ??= new HarnessFault(`trial ${spec.key.id}: ${reason}`)
      remaining.delete(spec.key.id)
      this.#pending += 1
      emit({ type: 'trial-pending', trial: spec.key, reason })
    }
    await removed(job)
  }
}

/** @returns False while a worker holds the lock of the job: the next sweep tries again */
async function removed(job: Job<TrialSpec>): Promise<boolean> {
  try {
    await job.remove()
    return true
  } catch (error) {
    if (!messageOf(error).includes('locked by another worker')) throw error
    return false
  }
}

/** All its times come from the clock of this machine or are differences: the clock of a worker may be wrong. */
function machineLine(
  trial: string,
  { worker, host, seconds, control }: Commit,
  { timestamp, stalledCounter }: Queued,
): MachineLine {
  const now = Date.now()
  return {
    trial,
    worker,
    host,
    waited: round(Math.max(0, (now - timestamp) / 1000 - seconds)),
    seconds: round(seconds),
    at: round(now / 1000),
    ...(stalledCounter > 0 ? { lost: stalledCounter } : {}),
    ...(control === undefined ? {} : { control }),
  }
}

function isOf(spec: TrialSpec, { data }: Job<TrialSpec>): boolean {
  try {
    return digestOfSpec(data) === digestOfSpec(spec)
  } catch {
    // Nested too deeply.
    return false
  }
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}
