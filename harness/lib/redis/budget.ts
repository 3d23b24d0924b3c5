import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import * as z from 'zod'
import { BudgetSpent, UsageError } from '../../errors.ts'
import type { Price, Tokens } from '../../contracts/schema.ts'
import type { BudgetLimits, Reservation, Spending } from '../models/budget.ts'
import { costOf } from '../models/cost.ts'
import { Patience } from './patience.ts'
import { sharedCall } from './shared-call.ts'

const MICRO = 1_000_000
/** Begins the names of fields with the totals of a process. */
const PART = 'part:'

const total = z.int().nonnegative()
const partSchema = z.tuple([total, total, total, total])

/** A copy of the amounts that Redis has of a budget. */
export const budgetSeenSchema = z.strictObject({
  parts: z
    .record(z.string(), partSchema)
    .describe(
      'Process → cost (micro-dollars) and tokens that it has reserved, and cost and tokens that it has given back.',
    ),
  stopped: z.string().optional().describe('Why a call was refused.'),
})
export type BudgetSeen = z.infer<typeof budgetSeenSchema>

/**
 * The budget of a run, for all its workers. An estimate counts as spent from the moment at which it is reserved: if a worker
 * dies during a call, nobody knows whether the call was paid for, so its estimate stays spent. Each process knows what it has
 * added itself, and adds it again if Redis has lost it.
 */
export class SharedBudget implements Spending {
  readonly #redis: Redis
  readonly #keys: readonly [string, string]
  readonly #limits: BudgetLimits
  readonly #patience: Patience
  readonly #process = randomUUID()
  /** Of this process: cost and tokens reserved, cost and tokens given back. */
  readonly #totals: [number, number, number, number] = [0, 0, 0, 0]

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
    const estimate = amounts(expected, price)
    const answer = await shared(() => this.#eval(RESERVE, id, ...estimate, ...most))
    const [refused = 0, cost = 0, tokens = 0] = answer as number[]
    if (refused !== 0) {
      const reason = this.#reasonOf(refused === 1, cost, tokens)
      await shared(() => this.#redis.hsetnx(this.#keys[0], 'stopped', reason))
      throw new BudgetSpent(reason)
    }
    this.#add([...estimate, 0, 0])
    let isOpen = true
    const settle = async (actual: readonly [number, number]): Promise<void> => {
      if (isOpen) this.#add(corrections(estimate, actual))
      isOpen = false
      await shared(() => this.#eval(SETTLE, id))
    }
    return {
      // Unknown use keeps the estimate, which counts as spent already.
      settle: (actual) => settle(actual === null ? estimate : amounts(actual, price)),
      cancel: () => settle([0, 0]),
    }
  }

  /** The amounts spent or reserved so far, in US dollars and tokens, and the reason of a refusal. */
  async state(): Promise<{ readonly cost: number; readonly tokens: number; readonly stopped: string | undefined }> {
    const [cost, tokens, stopped] = await this.#redis.hmget(this.#keys[0], 'cost', 'tokens', 'stopped')
    return { cost: Number(cost ?? 0) / MICRO, tokens: Number(tokens ?? 0), stopped: stopped ?? undefined }
  }

  /**
   * Adds what Redis has lost of the amounts that are known.
   * @returns What is known now, and whether something was lost
   */
  async restore({ parts, stopped }: BudgetSeen): Promise<{ readonly seen: BudgetSeen; readonly wasLost: boolean }> {
    const known = Object.entries(parts).flatMap(([process, totals]) => [process, ...totals])
    const answer = await this.#redis.eval(RESTORE, 2, ...this.#keys, stopped ?? '', ...known)
    const [lost, fields] = answer as [number, string[]]
    return { seen: seenIn(fields), wasLost: lost === 1 }
  }

  #eval(script: string, ...rest: (string | number)[]): Promise<unknown> {
    return this.#redis.eval(script, 2, ...this.#keys, this.#process, ...this.#totals, ...rest)
  }

  #add(amounts: readonly number[]): void {
    for (const [index, amount] of amounts.entries()) this.#totals[index as 0] += amount
  }

  #reasonOf(isCost: boolean, cost: number, tokens: number): string {
    const { cost: maxCost, tokens: maxTokens } = this.#limits
    return isCost
      ? `the next call could exceed --max-cost ${String(maxCost)} (${(cost / MICRO).toFixed(4)} US dollars spent or reserved)`
      : `the next call could exceed --max-tokens ${String(maxTokens)} (${String(tokens)} spent or reserved)`
  }
}

/** Micro-dollars, rounded up because a budget must not be exceeded by fractions, and tokens. */
function amounts(tokens: Tokens, price: Price | null): [number, number] {
  return [Math.ceil((costOf(tokens, price) ?? 0) * MICRO), tokens.input + tokens.output]
}

/** The growth of the totals of a process, because a call has taken more or less than was estimated. */
function corrections(estimate: readonly [number, number], actual: readonly [number, number]): readonly number[] {
  const more = estimate.map((each, index) => (actual[index] ?? 0) - each)
  return [...more.map((each) => Math.max(0, each)), ...more.map((each) => Math.max(0, -each))]
}

/** @param fields Names and values in turn, as Redis lists a hash. What is no part of a process is left out: others can write there. */
function seenIn(fields: readonly string[]): BudgetSeen {
  const parts: Record<string, z.infer<typeof partSchema>> = {}
  let stopped: string | undefined
  for (let index = 0; index < fields.length; index += 2) {
    const [name = '', value = ''] = fields.slice(index, index + 2)
    if (name === 'stopped') stopped = value
    const part = name.startsWith(PART) ? partSchema.safeParse(value.split(' ').map(Number)).data : undefined
    if (part) parts[name.slice(PART.length)] = part
  }
  return { parts, ...(stopped === undefined ? {} : { stopped }) }
}

// ---- budget scripts ------------------------------------------------------------------------------------------------

/**
 * Scripts of the shared budget, which Redis runs as one step each. KEYS[1] is a hash: `cost` (micro-dollars, so that Redis adds whole
 * numbers) and `tokens` are the sums, `part:PROCESS` is what one process has added to them, as four totals that only grow:
 * cost and tokens reserved, cost and tokens given back. KEYS[2] is a hash of open reservations.
 *
 * Each process sends its totals with each call. If Redis has lost data, they are larger than what it finds, and the difference is added again.
 */

/** `raise` returns whether a total of the process was smaller. */
const PARTS = `
local function part(process)
  local text = redis.call('HGET', KEYS[1], 'part:' .. process) or ''
  local found = {}
  for number in string.gmatch(text, '%d+') do found[#found + 1] = tonumber(number) end
  for index = #found + 1, 4 do found[index] = 0 end
  return found
end
local function whole(number) return string.format('%.0f', number) end
local function raise(process, totals)
  local before, after, grew = part(process), {}, 0
  for index = 1, 4 do
    after[index] = math.max(before[index], totals[index])
    if after[index] > before[index] then grew = 1 end
  end
  if grew == 0 then return 0 end
  local growth = function(index) return after[index] - before[index] end
  redis.call('HINCRBY', KEYS[1], 'cost', whole(growth(1) - growth(3)))
  redis.call('HINCRBY', KEYS[1], 'tokens', whole(growth(2) - growth(4)))
  local texts = {}
  for index = 1, 4 do texts[index] = whole(after[index]) end
  redis.call('HSET', KEYS[1], 'part:' .. process, table.concat(texts, ' '))
  return 1
end
local function totals(start)
  local found = {}
  for index = 1, 4 do found[index] = tonumber(ARGV[start + index - 1]) end
  return found
end
`

/**
 * Adds the estimate of a call, unless a limit does not allow it. ARGV: process, its totals, call, cost, tokens, and the limits or ''.
 * Returns 0, or 1 or 2 for the limit of cost or tokens, and the sums before the call.
 */
const RESERVE = `${PARTS}
local process = ARGV[1]
raise(process, totals(2))
local sums = redis.call('HMGET', KEYS[1], 'cost', 'tokens')
local cost, tokens = tonumber(sums[1] or '0'), tonumber(sums[2] or '0')
if redis.call('HEXISTS', KEYS[2], ARGV[6]) == 1 then return {0, cost, tokens} end
if ARGV[9] ~= '' and cost + tonumber(ARGV[7]) > tonumber(ARGV[9]) then return {1, cost, tokens} end
if ARGV[10] ~= '' and tokens + tonumber(ARGV[8]) > tonumber(ARGV[10]) then return {2, cost, tokens} end
local now = part(process)
raise(process, {now[1] + tonumber(ARGV[7]), now[2] + tonumber(ARGV[8]), now[3], now[4]})
redis.call('HSET', KEYS[2], ARGV[6], process)
return {0, cost, tokens}
`

/** Ends a reservation. ARGV: process, its totals with those of this call, call. */
const SETTLE = `${PARTS}
redis.call('HDEL', KEYS[2], ARGV[6])
return raise(ARGV[1], totals(2))
`

/**
 * Adds what Redis has lost. ARGV: the reason of a refusal or '', and for each process that is known, it and its totals.
 * Returns whether something was lost, and the whole hash.
 */
const RESTORE = `${PARTS}
local lost = 0
for index = 2, #ARGV, 5 do
  if raise(ARGV[index], totals(index + 1)) == 1 then lost = 1 end
end
if ARGV[1] ~= '' then redis.call('HSETNX', KEYS[1], 'stopped', ARGV[1]) end
return {lost, redis.call('HGETALL', KEYS[1])}
`
