import type { Price, Tokens } from '../../contracts/schema.ts'

const MILLION = 1_000_000

/** US dollars; null if the price or the tokens are unknown. Reasoning is part of the output. */
export function costOf(tokens: Tokens | null, price: Price | null): number | null {
  if (tokens === null || price === null) return null
  const { input, output, cached = 0, cacheWritten = 0 } = tokens
  const rates = price.long !== undefined && input > price.long.above ? price.long : price
  const fresh = Math.max(0, input - cached - cacheWritten)
  const inputs =
    fresh * rates.input + cached * (rates.cached ?? rates.input) + cacheWritten * (rates.cacheWritten ?? rates.input)
  return (inputs + output * rates.output) / MILLION
}

/** A rough estimate: four characters of English or code are about one token. */
export function estimateTokens(characters: number): number {
  return Math.ceil(characters / 4)
}
