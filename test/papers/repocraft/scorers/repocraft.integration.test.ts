import { describe, expect, it } from 'vitest'
import { reference, trialOf, measuresOf, rates, verdict, LATE } from './repocraft-cases.ts'

describe('the reference', LATE, () => {
  it('covers six of its seven categories, and is novel where the taxonomy has nothing', async () => {
    const measures = await measuresOf(trialOf(reference))
    expect(measures['lexical-coverage']).toMatchObject({
      scored: true,
      unit: '%',
      detail: { covered: 6, embedder: 'lexical-1' },
    })
    expect((measures['lexical-coverage'] as { value: number }).value).toBeCloseTo(600 / 7, 9)
    expect(measures['lexical-novelty']).toMatchObject({
      scored: true,
      detail: { features: 7, outside: 1, names: ['gauges/text.py:tell_joke'] },
    })
    expect((measures['lexical-novelty'] as { value: number }).value).toBeCloseTo(100 / 7, 9)
    expect(measures['lexical-refined-coverage']).toEqual({
      scored: false,
      reason: 'no model refines the categories: name one with --judge',
    })
    expect(measures['source-files']).toMatchObject({ value: 4, unit: 'files' })
    // By hand: 1 + 2 + 3 lines of conversion.py; 1 + 4 + 2 + 2 of gauge.py; 2 + 2 + 2 of text.py.
    expect(measures['source-lines']).toMatchObject({ value: 21, unit: 'lines' })
  })
})

describe('growth', LATE, () => {
  it('has each round with its coverage and its size', async () => {
    const first = { files: reference.files.filter(({ path: file }) => file === 'gauges/gauge.py') }
    const measures = await measuresOf(trialOf(reference, {}, [{ files: [] }, first, reference]))
    expect(measures['lexical-growth']).toMatchObject({
      scored: true,
      value: expect.closeTo(600 / 7, 9) as number,
      detail: {
        rounds: [
          { round: 1, coverage: 0, novelty: null, features: 0, files: 0, lines: 0 },
          { round: 2, features: 2, files: 1, lines: 9 },
          { round: 3, coverage: expect.closeTo(600 / 7, 9) as number, features: 7, files: 4, lines: 21 },
        ],
      },
    })
  })
})

describe('rates', LATE, () => {
  it('are of all tasks, the votes apart from the tests', async () => {
    const { vote, pass } = await rates(
      verdict('passed', { yes: 5, of: 5 }),
      verdict('failed', { yes: 3, of: 5 }),
      verdict('failed', { yes: 2, of: 5 }),
      verdict('failed'),
      verdict('excluded'),
    )
    expect(vote).toMatchObject({ scored: true, value: 50, detail: { yes: 2, no: 2, unknown: 0 } })
    expect(pass).toMatchObject({ scored: true, value: 25, detail: { yes: 1, no: 3, unknown: 0 } })
  })
})
