import { createRequire } from 'node:module'

/** The package has no types: maps rows of costs to the pairs of row and column with the least sum. */
export const munkres = createRequire(import.meta.url)('munkres-js') as (
  costs: readonly (readonly number[])[],
) => [number, number][]
