import { UsageError } from '../../errors.ts'
import { whole } from './values.ts'

/** Flags of the model that reviews code, and of what may be spent on models. */

export const JUDGE = {
  type: 'string',
  describe: 'a model that reviews code (projdevbench) or judges tasks (repocraft), such as openai:NAME',
  requiresArg: true,
} as const

export const JUDGE_VOTES = {
  type: 'number',
  describe: 'how often --judge answers each question; the mean counts',
  requiresArg: true,
} as const

export const JUDGE_EACH = {
  type: 'boolean',
  describe: 'ask --judge each question about code alone, and not all at once with the statement',
  default: false,
} as const

const MOST_VOTES = 20

export function judgeVotes(value: number): number {
  return whole('--judge-votes', value, 1, MOST_VOTES)
}

export const MAX_COST = {
  type: 'number',
  describe: 'stop the run before it spends more US dollars on models',
  requiresArg: true,
} as const

export const MAX_TOKENS = {
  type: 'number',
  describe: 'stop the run before it uses more tokens of models',
  requiresArg: true,
} as const

export const NO_CACHE = { type: 'boolean', describe: 'ignore cached answers of models', default: false } as const

export interface SpendingOptions {
  /** US dollars. */
  readonly maxCost: number | undefined
  readonly maxTokens: number | undefined
  /** Whether cached answers of models are used. */
  readonly cache: boolean
}

/** @throws UsageError naming the flag with a wrong value */
export function spendingOptions(args: {
  readonly 'max-cost': number | undefined
  readonly 'max-tokens': number | undefined
  readonly 'no-cache': boolean
}): SpendingOptions {
  return {
    maxCost: args['max-cost'] === undefined ? undefined : aboveZero('--max-cost', args['max-cost']),
    maxTokens: args['max-tokens'] === undefined ? undefined : aboveZero('--max-tokens', args['max-tokens']),
    cache: !args['no-cache'],
  }
}

function aboveZero(flag: string, value: number): number {
  if (!(value > 0 && value < Infinity)) throw new UsageError(`${flag} takes a number above 0`)
  return value
}
