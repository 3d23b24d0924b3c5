import { BudgetSpent, UsageError } from '../../errors.ts'
import type { Price, Tokens } from '../../contracts/schema.ts'
import { costOf } from './cost.ts'

export interface BudgetLimits {
  /** US dollars. */
  readonly cost: number | undefined
  /** In and out together. */
  readonly tokens: number | undefined
}

/** What a call may come to, held back until it is known. */
export interface Reservation {
  /** @param tokens Null where the server did not say; the estimate then stands. */
  settle(tokens: Tokens | null): void
  /** The call was not answered. */
  cancel(): void
}

/** What one command may spend. Calls that are on their way count with what they are expected to come to. */
export class Budget {
  readonly #limits: BudgetLimits
  #cost = 0
  #tokens = 0
  #stopped: string | undefined

  constructor(limits: BudgetLimits) {
    this.#limits = limits
  }

  /** @throws UsageError where a limit could not be kept, because nobody knows what a call costs */
  checkPrice(name: string, price: Price | null, what: 'agent' | 'model' = 'agent'): void {
    if (this.#limits.cost === undefined || price !== null) return
    throw new UsageError(
      `${what} "${name}" has no price, so --max-cost cannot be kept: give it one in pe.config.ts, or use --max-tokens`,
    )
  }

  /** @throws BudgetSpent where the call could exceed what is left */
  reserve(expected: Tokens, price: Price | null): Reservation {
    const cost = costOf(expected, price) ?? 0
    const tokens = expected.input + expected.output
    const spent = this.#exceeded(cost, tokens)
    this.#stopped ??= spent
    if (spent !== undefined) throw new BudgetSpent(spent)
    this.#add(cost, tokens)
    const replace = (actual: Tokens): void => {
      this.#add((costOf(actual, price) ?? 0) - cost, actual.input + actual.output - tokens)
    }
    return {
      settle: (actual) => {
        if (actual !== null) replace(actual)
      },
      cancel: () => {
        replace({ input: 0, output: 0 })
      },
    }
  }

  /** Why the first call was not made that could have exceeded it. */
  get stopped(): string | undefined {
    return this.#stopped
  }

  #exceeded(cost: number, tokens: number): string | undefined {
    const { cost: mostCost = Infinity, tokens: mostTokens = Infinity } = this.#limits
    if (this.#cost + cost > mostCost)
      return `the next call could exceed --max-cost ${String(mostCost)} (${this.#cost.toFixed(4)} US dollars are spent or on their way)`
    if (this.#tokens + tokens > mostTokens)
      return `the next call could exceed --max-tokens ${String(mostTokens)} (${String(this.#tokens)} are spent or on their way)`
    return undefined
  }

  #add(cost: number, tokens: number): void {
    this.#cost += cost
    this.#tokens += tokens
  }
}
