import { createRequire } from 'node:module'

/** The package has no types: rows of costs → pairs of row and column whose sum is the least. */
export const munkres = createRequire(import.meta.url)('munkres-js') as (
  costs: readonly (readonly number[])[],
) => [number, number][]
