/** Every page of the tables of seen.integration.test.ts. */
import { describe, expect, it } from 'vitest'
import { TABLES, UNTOLD, surprises } from './seen-cases.ts'

/** Number of pages per test; they share a browser. */
const AT_ONCE = 12

describe.each(TABLES)('%s', (_, fixtures, status) => {
  const all = Object.entries(fixtures)
  for (let from = 0; from < all.length; from += AT_ONCE) {
    const some = all.slice(from, from + AT_ONCE)
    const [first = '', last = ''] = [some[0]?.[0], some.at(-1)?.[0]]
    it(`${String(some.length)} cases, from "${first}" to "${last}"`, { timeout: 200_000 }, async () => {
      expect(await surprises(some, status)).toEqual([])
    })
  }
})

it.fails('a patterned cover that lets the pointer through is recognised', async () => {
  expect(await surprises(Object.entries(UNTOLD), 'failed')).toEqual([])
})
