/** Prices of models, from the list of the package @pydantic/genai-prices. */
import { createRequire } from 'node:module'
import type { ModelPrice, Provider, calcPrice, findProvider } from '@pydantic/genai-prices'
import type { Price } from '../../contracts/schema.ts'

/** When the pinned version of the package was published. Its list itself has no date. */
export const PRICES_OF = '2026-09-23'

interface Library {
  readonly calcPrice: typeof calcPrice
  readonly findProvider: typeof findProvider
}

let library: Library | undefined

/** Loaded at the first price, because it is half a megabyte. */
function loadLibrary(): Library {
  return (library ??= createRequire(import.meta.url)('@pydantic/genai-prices') as Library)
}

/**
 * The price of a model at the server with this address.
 * @returns Null for a server or a model that the list does not have, such as a local server
 */
export function listedPrice(baseURL: string, model: string): Price | null {
  const provider = providerAt(baseURL)
  return provider === undefined ? null : priceOf(provider, model)
}

/** The provider, by its name in the list. */
function priceOf({ id }: Provider, model: string): Price | null {
  const found = loadLibrary().calcPrice({ input_tokens: 1, output_tokens: 1 }, model, { providerId: id })
  return found === null ? null : asPrice(found.model_price)
}

function providerAt(baseURL: string): Provider | undefined {
  try {
    return loadLibrary().findProvider({ providerApiUrl: baseURL })
  } catch {
    return undefined
  }
}

const KINDS = {
  input: 'input_mtok',
  output: 'output_mtok',
  cached: 'cache_read_mtok',
  cacheWritten: 'cache_write_mtok',
} as const

/** Of prices with steps, the first step is taken: no vendor has more than one. */
function asPrice(prices: ModelPrice): Price | null {
  const base = ratesOf(prices, (tiered) => tiered.base)
  if (base === null) return null
  const steps = Object.values(KINDS).flatMap((name) => {
    const price = prices[name]
    return typeof price === 'object' ? price.tiers.map(({ start }) => start) : []
  })
  const above = steps.length === 0 ? undefined : Math.min(...steps)
  const long = above === undefined ? null : ratesOf(prices, (tiered) => tiered.tiers[0]?.price ?? tiered.base)
  return { ...base, ...(long === null || above === undefined ? {} : { long: { above, ...long } }), asOf: PRICES_OF }
}

function ratesOf(
  prices: ModelPrice,
  pick: (tiered: Exclude<ModelPrice[string], number | undefined>) => number,
): Omit<Price, 'asOf' | 'long'> | null {
  const rate = (name: keyof typeof KINDS) => {
    const price = prices[KINDS[name]]
    return typeof price === 'object' ? pick(price) : price
  }
  const [input, output, cached, cacheWritten] = [rate('input'), rate('output'), rate('cached'), rate('cacheWritten')]
  if (input === undefined || output === undefined) return null
  return {
    ...{ input, output },
    ...(cached === undefined ? {} : { cached }),
    ...(cacheWritten === undefined ? {} : { cacheWritten }),
  }
}
