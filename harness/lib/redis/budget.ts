import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import { BudgetSpent, UsageError } from '../../errors.ts'
import type { Price, Tokens } from '../../contracts/schema.ts'
import type { BudgetLimits, Reservation, Spending } from '../models/budget.ts'
import { costOf } from '../models/cost.ts'
import { Patience } from './patience.ts'
import { sharedCall } from './shared-call.ts'

/** Adds the estimate of a call, unless a limit does not allow it. Micro-dollars, so that Redis adds whole numbers. */
const RESERVE = `
local cost, tokens = tonumber(redis.call('HGET', KEYS[1], 'cost') or '0'), tonumber(redis.call('HGET', KEYS[1], 'tokens') or '0')
if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 1 then return {0, cost, tokens} end
if ARGV[4] ~= '' and cost + tonumber(ARGV[2]) > tonumber(ARGV[4]) then return {1, cost, tokens} end
if ARGV[5] ~= '' and tokens + tonumber(ARGV[3]) > tonumber(ARGV[5]) then return {2, cost, tokens} end
redis.call('HINCRBY', KEYS[1], 'cost', ARGV[2])
redis.call('HINCRBY', KEYS[1], 'tokens', ARGV[3])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2] .. ' ' .. ARGV[3])
return {0, cost, tokens}
`

/** Replaces an estimate by the actual use. Does nothing the second time. */
const SETTLE = `
local reserved = redis.call('HGET', KEYS[2], ARGV[1])
if not reserved then return 0 end
local cost, tokens = string.match(reserved, '^(%-?%d+) (%-?%d+)$')
redis.call('HDEL', KEYS[2], ARGV[1])
redis.call('HINCRBY', KEYS[1], 'cost', tonumber(ARGV[2]) - tonumber(cost))
redis.call('HINCRBY', KEYS[1], 'tokens', tonumber(ARGV[3]) - tonumber(tokens))
return 1
`

/**
 * Leaves a new mark beside the amounts. If the mark of the last time is gone, Redis has lost data: without any mark, everything
 * counted since then comes on top of the amounts known; with an older mark, some of it is in both, so that the larger one holds.
 * ARGV: new mark, mark of the last time, and the cost, the tokens and the reason of a refusal known then.
 */
const RESTORE = `
local mark, lost = redis.call('HGET', KEYS[1], 'mark'), 0
if ARGV[2] ~= '' and mark ~= ARGV[2] then
  lost = 1
  for index, name in ipairs({'cost', 'tokens'}) do
    local now, known = tonumber(redis.call('HGET', KEYS[1], name) or '0'), tonumber(ARGV[2 + index])
    redis.call('HINCRBY', KEYS[1], name, mark and math.max(0, known - now) or known)
  end
  if ARGV[5] ~= '' then redis.call('HSETNX', KEYS[1], 'stopped', ARGV[5]) end
end
redis.call('HSET', KEYS[1], 'mark', ARGV[1])
local found = redis.call('HMGET', KEYS[1], 'cost', 'tokens', 'stopped')
return {lost, found[1] or '0', found[2] or '0', found[3] or ''}
`

const MICRO = 1_000_000

/** The amounts in Redis at one time, as Redis writes them. */
export interface BudgetSeen {
  readonly mark: string
  readonly amounts: readonly [cost: string, tokens: string, stopped: string]
  /** Whether Redis had lost amounts, which are restored. */
  readonly wasLost: boolean
}

/**
 * The budget of a run, for all its workers. An estimate counts as spent from the moment at which it is reserved: if a worker
 * dies during a call, nobody knows whether the call was paid for, so its estimate stays spent.
 */
export class SharedBudget implements Spending {
  readonly #redis: Redis
  readonly #keys: readonly [string, string]
  readonly #limits: BudgetLimits
  readonly #patience: Patience

  /** @param key Key of the hash with the spent amounts; open reservations are beside it */
  constructor(redis: Redis, key: string, limits: BudgetLimits, patience = new Patience(() => undefined)) {
    this.#patience = patience
    this.#redis = redis
    this.#keys = [key, `${key}:reserved`]
    this.#limits = limits
  }

  checkPrice(name: string, price: Price | null, what: 'agent' | 'model' = 'agent'): void {
    if (this.#limits.cost === undefined || price !== null) return
    throw new UsageError(
      `${what} "${name}" has no price, so --max-cost cannot be enforced: set its price in pe.config.ts, or use --max-tokens`,
    )
  }

  async reserve(expected: Tokens, price: Price | null, signal?: AbortSignal): Promise<Reservation> {
    const id = randomUUID()
    const { cost: maxCost, tokens: maxTokens } = this.#limits
    const most = [maxCost === undefined ? '' : String(Math.floor(maxCost * MICRO)), String(maxTokens ?? '')]
    const shared = <T>(action: () => Promise<T>) => sharedCall(this.#patience, action, signal)
    const reserved = [...amounts(expected, price), ...most]
    const answer = await shared(() => this.#redis.eval(RESERVE, 2, ...this.#keys, id, ...reserved))
    const [refused = 0, cost = 0, tokens = 0] = answer as number[]
    if (refused !== 0) {
      const reason = this.#reasonOf(refused === 1, cost, tokens)
      await shared(() => this.#redis.hsetnx(this.#keys[0], 'stopped', reason))
      throw new BudgetSpent(reason)
    }
    const settle = async (actual: Tokens): Promise<void> => {
      await shared(() => this.#redis.eval(SETTLE, 2, ...this.#keys, id, ...amounts(actual, price)))
    }
    return {
      // Unknown use keeps the estimate, which counts as spent already.
      settle: async (actual) => (actual === null ? shared(() => this.#forget(id)) : settle(actual)),
      cancel: () => settle({ input: 0, output: 0 }),
    }
  }

  /** The amounts spent or reserved so far, in US dollars and tokens, and the reason of a refusal. */
  async state(): Promise<{ readonly cost: number; readonly tokens: number; readonly stopped: string | undefined }> {
    const { cost = '0', tokens = '0', stopped } = await this.#redis.hgetall(this.#keys[0])
    return { cost: Number(cost) / MICRO, tokens: Number(tokens), stopped }
  }

  /** Restores the amounts known from the last time, if Redis has lost them. */
  async restore(known: BudgetSeen | undefined): Promise<BudgetSeen> {
    const mark = randomUUID()
    const before = known ? [known.mark, ...known.amounts] : ['', '0', '0', '']
    const answer = await this.#redis.eval(RESTORE, 1, this.#keys[0], mark, ...before)
    const [lost, cost, tokens, stopped] = answer as [number, string, string, string]
    return { mark, amounts: [cost, tokens, stopped], wasLost: lost === 1 }
  }

  async #forget(id: string): Promise<void> {
    await this.#redis.hdel(this.#keys[1], id)
  }

  #reasonOf(isCost: boolean, cost: number, tokens: number): string {
    const { cost: maxCost, tokens: maxTokens } = this.#limits
    return isCost
      ? `the next call could exceed --max-cost ${String(maxCost)} (${(cost / MICRO).toFixed(4)} US dollars spent or reserved)`
      : `the next call could exceed --max-tokens ${String(maxTokens)} (${String(tokens)} spent or reserved)`
  }
}

/** Rounded up: a budget must not be exceeded by fractions. */
function amounts(tokens: Tokens, price: Price | null): [string, string] {
  return [String(Math.ceil((costOf(tokens, price) ?? 0) * MICRO)), String(tokens.input + tokens.output)]
}
