/** The other cases of pool.integration.test.ts. */
import { describe, expect, it } from 'vitest'
import { SETTINGS } from '../../harness/contracts/schema.ts'
import { ScorerPool } from '../../harness/scorers/pool.ts'
import type { Work } from '../../harness/contracts/types.ts'
import { LEXICAL, GOOD, find } from './pool-cases.ts'

/** Takes minutes: every file is different and has to be parsed. */
const ENDLESS: Work = {
  ...GOOD,
  code: Array.from({ length: 2000 }, (_, index) => ({
    path: `f${index}.py`,
    content: `a${index} = b + c\n`.repeat(2000),
  })),
}

/** A long timeout: the limits of these tests are CPU time, and scorer processes have low priority. */
const LATE = { timeout: 240_000 }

describe('scorer processes', () => {
  it('end a task that takes too long, keep its partial results, and run the next one', LATE, async () => {
    await using pool = new ScorerPool({ processes: 1, embedder: LEXICAL, limits: { cpu: 5000 } })
    const late = await pool.score({ produced: ENDLESS, canonical: GOOD, settings: SETTINGS })
    expect(find(late.scores, 'parameters')).toMatchObject({ scored: true, value: 1 })
    expect(find(late.scores, 'code')).toEqual({ scored: false, reason: 'it took longer than 5 s of CPU time' })
    expect(late.facts).toBeUndefined()
    expect(late.complete).toBe(false)
    const next = await pool.score({ produced: GOOD, canonical: GOOD, settings: SETTINGS })
    expect(find(next.scores, 'code')).toMatchObject({ scored: true, value: 1 })
    expect(next.complete).toBe(true)
  })
})
