import { describe, expect, it } from 'vitest'
import { filesWithParts } from '../scripts/proofs/tests.ts'
import { everything, part } from './part.ts'

const CASES = Array.from({ length: 41 }, (_, index) => index)

describe('a part of a table', () => {
  it.skipIf(everything)('is the same every time, in order, and differs between tables', () => {
    const some = part('one', 4, CASES)
    expect(some).toHaveLength(11)
    expect(some).toEqual(part('one', 4, CASES))
    expect(some).toEqual(CASES.filter((each) => some.includes(each)))
    expect(part('another', 4, CASES)).not.toEqual(some)
    expect(part('one', 4, ['only'])).toEqual(['only'])
  })

  it.runIf(everything)('is the whole table if everything runs', () => {
    expect(part('one', 4, CASES)).toEqual(CASES)
  })

  it('is known to the proof, which runs the rest', async () => {
    const files = await filesWithParts()
    expect(files).toContain('test/part.test.ts')
    expect(files).toContain('test/testers/playwright/seen.test.ts')
  })
})
