import { describe, expect, it } from 'vitest'
import type { LibraryTask } from '../../../../harness/contracts/types.ts'
import { Asking } from '../../../../harness/papers/repocraft/tester/asking.ts'
import { collectVotes } from '../../../../harness/papers/repocraft/tester/vote.ts'

const TASK: LibraryTask = { id: 't', algorithm: 'It adds.', query: 'It adds.', tests: ['test_a'], code: '' }

/** A model that votes as listed, by seed; an empty text is no vote. */
function votes(answers: readonly ('yes' | 'no' | '')[]) {
  const ask = (_: unknown, seed: number) => {
    const answer = answers[seed - 1] ?? ''
    return Promise.resolve(answer === '' ? 'hm' : JSON.stringify({ present: answer === 'yes', reason: 'so' }))
  }
  const asking = new Asking({ model: 'scripted', votes: answers.length, ask })
  return collectVotes(TASK, 'code', asking, new AbortController().signal).then((all) =>
    all.map(({ seed, yes }) => [seed, yes]),
  )
}

describe('votes that cannot be read', () => {
  it('are left out if the majority is the same without them', async () => {
    expect(await votes(['yes', '', 'yes'])).toEqual([
      [1, true],
      [3, true],
    ])
    expect(await votes(['no', 'no', 'no', ''])).toEqual([
      [1, false],
      [2, false],
      [3, false],
    ])
  })

  it('leave the task open if the majority depends on them', async () => {
    await expect(votes(['yes', '', 'no'])).rejects.toThrow('no usable answer')
    await expect(votes(['', ''])).rejects.toThrow('no usable answer')
    // Half of the votes would be enough.
    await expect(votes(['no', 'no', '', ''])).rejects.toThrow('no usable answer')
  })
})
