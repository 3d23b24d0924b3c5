import { describe, expect, it, test } from 'vitest'
import { problemOf, subjects } from '../../../scripts/proofs/judge/faults.ts'
import { needs } from '../../needs.ts'

const all = await subjects()

test('there are thirty faults and more, of each kind of verdict', () => {
  const faults = all.flatMap(({ fault }) => (fault ? [fault] : []))
  expect(faults.length).toBeGreaterThanOrEqual(30)
  expect(new Set(faults.map(({ verdict }) => verdict)).size).toBe(8)
})

/** `npm run prove -- judge-suite` judges all of them. */
describe('a judge', await needs('g++', 'cmake', 'make', 'valgrind'), () => {
  it('is right about a fault, and passes the points that it does not touch', { timeout: 300_000 }, async () => {
    const subject = all.find(({ name }) => name === 'ordered-set cpp erased-is-lost')
    if (!subject) throw new Error('there is no such fault')
    expect(await problemOf(subject)).toBeUndefined()
  })
})
