import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import * as z from 'zod'
import { BudgetSpent, UsageError } from '../../errors.ts'
import type { Price, Tokens } from '../../contracts/schema.ts'
import type { BudgetLimits, Reservation, Spending } from '../models/budget.ts'
import { costOf } from '../models/cost.ts'
import { RESERVE, RESTORE, SETTLE } from './budget-scripts.ts'
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
