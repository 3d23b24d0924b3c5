import { describe, expect, test } from 'vitest'
import { drawFrom } from '../../../harness/benchmarks/judge/points.ts'
import { problemOf, subjects } from '../../../scripts/proofs/judge/faults.ts'
import { needs } from '../../needs.ts'

/** `npm run prove -- judge-suite` judges all of them. Another seed draws others. */
const seed = process.env['PE_TEST_SEED'] ?? 'faults'
const all = await subjects()

test('there are thirty faults and more, of each kind of verdict', () => {
  const faults = all.flatMap(({ fault }) => (fault ? [fault] : []))
  expect(faults.length).toBeGreaterThanOrEqual(30)
  expect(new Set(faults.map(({ verdict }) => verdict)).size).toBe(8)
})

describe(`drawn by "${seed}"`, await needs('g++', 'cmake', 'make', 'valgrind'), () => {
  const draw = drawFrom(seed)
  const pick = (from: typeof all) => from[draw(from.length)]
  const drawn = [pick(all.filter(({ fault }) => !fault)), pick(all.filter(({ fault }) => fault))]
  test.each(drawn.flatMap((each) => (each ? [each] : [])))('$name', { timeout: 300_000 }, async (subject) => {
    expect(await problemOf(subject)).toBeUndefined()
  })
})
