import type { Price, Tokens } from '../../contracts/schema.ts'

const MILLION = 1_000_000

/** US dollars; null if the price or the tokens are unknown. */
export function costOf(tokens: Tokens | null, price: Price | null): number | null {
  if (tokens === null || price === null) return null
  const { input, output, cached = 0 } = tokens
  const fresh = Math.max(0, input - cached)
  return (fresh * price.input + cached * (price.cached ?? price.input) + output * price.output) / MILLION
}

/** A rough estimate: four characters of English or code are about one token. */
export function estimateTokens(characters: number): number {
  return Math.ceil(characters / 4)
}
