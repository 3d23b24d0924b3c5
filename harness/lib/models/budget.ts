import { BudgetSpent, UsageError } from '../../errors.ts'
import type { Price, Tokens } from '../../contracts/schema.ts'
import { costOf } from './cost.ts'

export interface BudgetLimits {
  /** US dollars. */
  readonly cost: number | undefined
  /** Input and output together. */
  readonly tokens: number | undefined
}

/** The estimated use of a call, reserved until the actual use is known. After the first `settle` or `cancel`, both do nothing. */
export interface Reservation {
  /** @param tokens The actual tokens; null if the server did not report them, which keeps the estimate. */
  settle(tokens: Tokens | null): void | Promise<void>
  /** The call was not answered. */
  cancel(): void | Promise<void>
}

/** The budget that a client checks before each call. */
export interface Spending {
  /** @throws UsageError if there is a cost limit and the price is unknown */
  checkPrice(name: string, price: Price | null, what?: 'agent' | 'model'): void
  /** @throws BudgetSpent if the call could exceed a limit */
  reserve(expected: Tokens, price: Price | null, signal?: AbortSignal): Reservation | Promise<Reservation>
}

/** Limits what one command may spend. Calls in flight count with their estimates. */
export class Budget implements Spending {
  readonly #limits: BudgetLimits
  #cost = 0
  #tokens = 0
  #stopped: string | undefined

  constructor(limits: BudgetLimits) {
    this.#limits = limits
  }

  /** @throws UsageError if there is a cost limit and the price is unknown */
  checkPrice(name: string, price: Price | null, what: 'agent' | 'model' = 'agent'): void {
    if (this.#limits.cost === undefined || price !== null) return
    throw new UsageError(
      `${what} "${name}" has no price, so --max-cost cannot be enforced: set its price in pe.config.ts, or use --max-tokens`,
    )
  }

  /** @throws BudgetSpent if the call could exceed a limit */
  reserve(expected: Tokens, price: Price | null): Reservation {
    const cost = costOf(expected, price) ?? 0
    const tokens = expected.input + expected.output
    const spent = this.#exceeded(cost, tokens)
    this.#stopped ??= spent
    if (spent !== undefined) throw new BudgetSpent(spent)
    this.#add(cost, tokens)
    let isOpen = true
    const replace = (actual: Tokens): void => {
      if (isOpen) this.#add((costOf(actual, price) ?? 0) - cost, actual.input + actual.output - tokens)
      isOpen = false
    }
    return {
      settle: (actual) => {
        replace(actual ?? expected)
      },
      cancel: () => {
        replace({ input: 0, output: 0 })
      },
    }
  }

  /** The reason of the first refusal; undefined if every call was within the limits. */
  get stopped(): string | undefined {
    return this.#stopped
  }

  #exceeded(cost: number, tokens: number): string | undefined {
    const { cost: maxCost = Infinity, tokens: maxTokens = Infinity } = this.#limits
    if (this.#cost + cost > maxCost)
      return `the next call could exceed --max-cost ${String(maxCost)} (${this.#cost.toFixed(4)} US dollars spent or reserved)`
    if (this.#tokens + tokens > maxTokens)
      return `the next call could exceed --max-tokens ${String(maxTokens)} (${String(this.#tokens)} spent or reserved)`
    return undefined
  }

  #add(cost: number, tokens: number): void {
    this.#cost += cost
    this.#tokens += tokens
  }
}
