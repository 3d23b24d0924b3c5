import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ParametersDetail, Score, Setting } from '../../harness/contracts/schema.ts'
import { meansTheSame } from '../../harness/scorers/parameters.ts'
import { parametersScorer, similarityOf } from '../../harness/scorers/parameters.ts'
import type { ParameterValue } from '../../harness/contracts/types.ts'

const values = (given: Readonly<Record<string, unknown>>): ParameterValue[] =>
  Object.entries(given).map(([name, value]) => ({ of: 't1', name, value }))

const CANONICAL = { url: 'http://localhost:8000/', field: 'name', text: '' }

async function score(given: Readonly<Record<string, unknown>>, setting: Setting): Promise<Score> {
  return parametersScorer.score({ parameters: values(given) }, { parameters: values(CANONICAL) }, setting)
}

function valueOf(score: Score): number {
  if (!score.scored) throw new Error(score.reason)
  return score.value
}

function detailOf(score: Score): ParametersDetail {
  if (!score.scored || !('parameters' in score.detail)) throw new Error('no detail')
  return score.detail
}

describe('similarity of values', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 40 })

  it('is 1 for equal values only', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(similarityOf(a, a)).toBe(1)
        expect(similarityOf(a, b) === 1).toBe(a === b)
      }),
    )
  })

  it('is symmetric, and lies between 0 and 1', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const similarity = similarityOf(a, b)
        expect(similarity).toBe(similarityOf(b, a))
        expect(similarity).toBeGreaterThanOrEqual(0)
        expect(similarity).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('is the share of characters that need no change', () => {
    expect(similarityOf('kitten', 'sitting')).toBeCloseTo(1 - 3 / 7, 12)
    expect(similarityOf('', 'abc')).toBe(0)
    expect(similarityOf('', '')).toBe(1)
  })

  it('counts a character once, however many code units it has', () => {
    expect(similarityOf('😀', '😁')).toBe(0)
    expect(similarityOf('😀 ok', '😁 ok')).toBe(3 / 4)
    expect(similarityOf('😀', '😀😀')).toBe(1 / 2)
  })
})

describe('the parameters score', () => {
  it.each(['paper', 'strict'] as const)('is the mean over the canonical values: %s', async (setting) => {
    const given = { url: 'http://localhost:8000/', field: 'names', other: 'x' }
    // One is equal, one has five characters too many, one is missing.
    expect(valueOf(await score(given, setting))).toBeCloseTo((1 + 4 / 5 + 0) / 3, 12)
    expect(valueOf(await score({ ...given, text: '' }, setting))).toBeCloseTo((1 + 4 / 5 + 1) / 3, 12)
  })

  it.each([null, 5, true, ['a'], { a: 1 }, undefined])(
    'with %j for a value costs the mission, or that value',
    async (bad) => {
      const given = { ...CANONICAL, field: bad }
      expect(await score(given, 'paper')).toMatchObject({
        scored: false,
        reason: expect.stringContaining('"field"') as string,
      })
      expect(valueOf(await score(given, 'strict'))).toBeCloseTo(2 / 3, 12)
    },
  )

  it('ignores additional values', async () => {
    expect(valueOf(await score({ ...CANONICAL, other: null }, 'paper'))).toBe(1)
  })

  it('of a value of a megabyte is 0, in little time', async () => {
    const given = { ...CANONICAL, field: 'x'.repeat(1024 * 1024) }
    expect(valueOf(await score(given, 'strict'))).toBeCloseTo(2 / 3, 12)
  })

  it('reports exact, equivalent and different values', async () => {
    const given = { url: 'http://127.0.0.1:8000', field: 'name', text: 'x' }
    const { parameters, ...counts } = detailOf(await score(given, 'strict'))
    expect(counts).toEqual({ total: 3, exact: 1, equivalent: 2 })
    expect(parameters.map(({ name, exact, equivalent }) => [name, exact, equivalent])).toEqual([
      ['url', false, true],
      ['field', true, true],
      ['text', false, false],
    ])
  })

  it('distinguishes values of one name in two places', async () => {
    const canonical = [
      { of: 't1', name: 'url', value: 'a' },
      { of: 't2', name: 'url', value: 'b' },
    ]
    const swapped = canonical.map(({ of, name }, index) => ({ of, name, value: canonical[1 - index]?.value }))
    const same = await parametersScorer.score({ parameters: canonical }, { parameters: canonical }, 'strict')
    expect(valueOf(same)).toBe(1)
    const other = await parametersScorer.score({ parameters: swapped }, { parameters: canonical }, 'strict')
    expect(valueOf(other)).toBe(0)
  })
})

describe('meansTheSame', () => {
  it.each([
    ['http://localhost:8000/', 'http://127.0.0.1:8000'],
    ['http://[::1]:8000/a/', 'http://0.0.0.0:8000/a'],
    ['HTTP://LOCALHOST:80/a', 'http://localhost/a'],
    ['http://localhost/%61', 'http://localhost/a'],
    ['  two  words\n', 'two words'],
  ])('%j and %j', (a, b) => {
    expect(meansTheSame(a, b)).toBe(true)
  })

  it.each([
    ['http://localhost:8000/', 'http://localhost:8001/'],
    ['http://localhost/a', 'https://localhost/a'],
    ['http://localhost/a', 'http://localhost/A'],
    ['http://localhost/a?b=1', 'http://localhost/a'],
    ['http://localhost/%ff', 'http://localhost/'],
    ['#name', 'name'],
  ])('not %j and %j', (a, b) => {
    expect(meansTheSame(a, b)).toBe(false)
  })
})
