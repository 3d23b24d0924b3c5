import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Redis } from 'ioredis'
import { UsageError } from '../../errors.ts'
import { runKey } from './keys.ts'
import { withOwnType } from './wrong-type.ts'

/** Milliseconds after which a coordinator that gives no sign counts as dead. */
const LEASE = 15_000

const TAKE = `
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[2] then return holder end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[3])
return ''
`
/** A full Redis refuses `SET`, and still extends the time of a key. */
const RENEW = `
local holder = redis.call('GET', KEYS[1])
if holder == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
if holder then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
`
const RELEASE = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`

/** The right of one process to coordinate a run. */
export class Leadership {
  readonly #redis: Redis
  readonly #key: string
  readonly #self: string

  private constructor(redis: Redis, key: string, self: string) {
    this.#redis = redis
    this.#key = key
    this.#self = self
  }

  /** @throws UsageError if another process coordinates the run */
  static async take(redis: Redis, runId: string): Promise<Leadership> {
    const key = runKey(runId, 'coordinator')
    const self = `${hostname()} ${String(process.pid)} ${randomUUID()}`
    let other = ''
    // The second attempt takes over from a process of this machine that has ended.
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const holder = other
      other = String(await withOwnType(redis, key, () => redis.eval(TAKE, 1, key, self, holder, LEASE)))
      if (other === '') return new Leadership(redis, key, self)
      if (!hasEnded(other)) break
    }
    const [host = '', pid = ''] = other.split(' ')
    const left = Math.max(0, Math.ceil((await redis.pttl(key)) / 1000))
    throw new UsageError(
      `run ${runId} is coordinated by process ${pid} on ${host}; if that has ended, try again in ${String(left)} s`,
    )
  }

  /** @returns False if another process has taken over */
  async hold(): Promise<boolean> {
    const renew = () => this.#redis.eval(RENEW, 1, this.#key, this.#self, LEASE)
    return (await withOwnType(this.#redis, this.#key, renew)) === 1
  }

  async release(): Promise<void> {
    await this.#redis.eval(RELEASE, 1, this.#key, this.#self)
  }
}

/** A process of another machine cannot be checked. One of this process's id was an earlier one: this one is only starting. */
function hasEnded(holder: string): boolean {
  const [host, pid] = holder.split(' ')
  if (host !== hostname()) return false
  if (Number(pid) === process.pid) return true
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
