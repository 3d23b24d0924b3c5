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
  it.each(['ordered-set cpp', 'ordered-set cpp erased-is-lost'])(
    'is right about %s',
    { timeout: 300_000 },
    async (name) => {
      const subject = all.find((each) => each.name === name)
      if (!subject) throw new Error(`there is no ${name}`)
      expect(await problemOf(subject)).toBeUndefined()
    },
  )
})
