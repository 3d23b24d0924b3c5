/** Shared by the tests of fixed-centroids. */
import fc from 'fast-check'

/** Whole numbers, so that sums are exact. */
export const vector = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 2, maxLength: 2 })

export const points = fc.array(vector, { maxLength: 30 })

export const fixed = fc.array(vector, { minLength: 1, maxLength: 6 })

export const seed = fc.integer()
