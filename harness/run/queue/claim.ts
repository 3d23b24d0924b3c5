/** A trial that this worker has taken from the queue. Its lock in Redis is the fence: without it, nothing is committed. */
import type { Job } from 'bullmq'
import type { Redis } from 'ioredis'
import type { TrialSpec } from '../../contracts/schema.ts'
import { messageOf } from '../../errors.ts'
import type { Patience } from '../../lib/redis/patience.ts'
import { COMMITTED, WAKE } from './keys.ts'
import type { Commit } from './shapes.ts'

/**
 * Extends the lock of a job. A lock that ran out while Redis could not be reached is taken again, if no other worker has the job
 * and it was not returned to the queue: its trial may have cost money. A full Redis refuses `SET`, and still extends the time of a key.
 * KEYS: lock, active jobs, stalled jobs. ARGV: token, id, ms.
 */
const HOLD = `
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
if not holder and not redis.call('LPOS', KEYS[2], ARGV[2]) then return 0 end
if holder then redis.call('PEXPIRE', KEYS[1], ARGV[3]) else redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[3]) end
redis.call('SREM', KEYS[3], ARGV[2])
return 1
`

/** The reason why a trial is no longer this worker's. Messages of BullMQ name its own functions. */
function fateOf(error: unknown): string {
  const message = messageOf(error)
  if (message.startsWith('Missing key for job')) return 'its run has ended, or Redis has lost its data'
  if (/^(?:Missing lock|Lock mismatch) for job|^Job \S+ is not in the active state/.test(message))
    return 'another worker has it, or it is in the queue again'
  return message.slice(0, 160)
}

export interface ClaimTools {
  readonly redis: Redis
  readonly patience: Patience
  /** Seconds without a sign after which another worker gets the trial. */
  readonly lease: number
  /** Removes keys: Redis must not get any. */
  readonly clean: (text: string) => string
  readonly say: (line: string) => void
}

export class Claim {
  readonly job: Job<TrialSpec>
  /** Of this attempt alone. */
  readonly token: string
  readonly #tools: ClaimTools

  constructor(job: Job<TrialSpec>, token: string, tools: ClaimTools) {
    this.job = job
    this.token = token
    this.#tools = tools
  }

  get id(): string {
    return this.job.id ?? ''
  }

  /** @returns Whether the trial is still this worker's */
  async hold(): Promise<boolean> {
    const { redis, lease } = this.#tools
    const queue = this.job.queueQualifiedName
    const keys = [`${queue}:${this.id}:lock`, `${queue}:active`, `${queue}:stalled`] as const
    return (await redis.eval(HOLD, keys.length, ...keys, this.token, this.id, lease * 1000)) === 1
  }

  /** @returns Whether the result counts; false if the trial was given to another worker meanwhile */
  async commit(runId: string, commit: Commit): Promise<boolean> {
    const { redis, patience, clean, say } = this.#tools
    const text = JSON.parse(clean(JSON.stringify(commit))) as Commit
    try {
      await patience.with(async () => {
        await this.hold()
        await this.job.moveToCompleted(text, this.token, false)
      })
    } catch (error) {
      // The answer to the first attempt may have been lost with the connection.
      if (!(await this.#hasCommitted())) {
        say(`${this.id} is no longer this worker's, and its result is dropped: ${fateOf(error)}`)
        return false
      }
    }
    await redis.publish(COMMITTED, runId)
    return true
  }

  /** An error of the machine or of the harness: the trial is tried again, by this worker or another one. */
  async fail(message: string): Promise<void> {
    const { patience, clean, say } = this.#tools
    const error = new Error(clean(message).slice(0, 2000))
    // BullMQ stores the stack, too: that of this line says nothing.
    error.stack = ''
    await patience
      .with(() => this.job.moveToFailed(error, this.token, false))
      .catch((refused: unknown) => {
        say(`${this.id} is no longer this worker's: ${fateOf(refused)}`)
      })
  }

  /** @returns Whether the trial is in the queue again because of this */
  async giveBack(): Promise<boolean> {
    const { redis, patience, say } = this.#tools
    try {
      await patience.with(() => this.job.moveToWait(this.token))
      await redis.publish(WAKE, '')
      return true
    } catch (error) {
      say(`${this.id} is no longer this worker's: ${fateOf(error)}`)
      return false
    }
  }

  /** Returns a trial that other workers should take. It would be fetched again at once if this worker were woken. */
  async putBack(): Promise<void> {
    // If this fails, the trial stalls, and is assigned again.
    await this.job.moveToWait(this.token).catch(() => undefined)
  }

  async #hasCommitted(): Promise<boolean> {
    const { redis, patience } = this.#tools
    const text = await patience.with(() => redis.hget(`${this.job.queueQualifiedName}:${this.id}`, 'returnvalue'))
    return text?.includes(this.token) ?? false
  }
}
