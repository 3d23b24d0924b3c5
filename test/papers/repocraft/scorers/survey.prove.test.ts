import { describe, expect, it } from 'vitest'
import { HarnessFault } from '../../../../harness/errors.ts'
import { SurveyPool } from '../../../../harness/papers/repocraft/scorers/pool.ts'
import { CATEGORIES, LATE, LEXICAL, file, signal } from './survey-cases.ts'

describe('a survey in a process', LATE, () => {
  it('of nothing is empty', async () => {
    await using pool = new SurveyPool(LEXICAL)
    expect(await pool.survey({ files: [], categories: CATEGORIES, seed: 1 }, signal)).toMatchObject({
      size: { files: 0, lines: 0, tokens: 0 },
      features: [],
    })
  })

  it('bounds the features', async () => {
    await using pool = new SurveyPool(LEXICAL)
    const lines = Array.from({ length: 60 }, (_, index) => `def f${String(index)}(): return 1`)
    const task = { files: [file('many.py', ...lines)], categories: CATEGORIES, seed: 1, most: 50 }
    const survey = await pool.survey(task, signal)
    expect(survey.features).toHaveLength(50)
    expect(survey.tooMany).toBe(10)
  })
})

const LENGTH = file(
  'units/length.py',
  '"""Lengths."""',
  '',
  'def convert_length(value):  # metres',
  '    """Length conversion."""',
  '    return value * 1000',
)

const JOKES = file('units/jokes.py', 'def tell_joke(audience):', '    return audience.laugh()')

describe('a survey in a process', LATE, () => {
  it('has size, features and their categories, the same every time', async () => {
    await using pool = new SurveyPool(LEXICAL)
    const files = [
      JOKES,
      LENGTH,
      file('copy/length.py', 'def convert_length(value):', '    """Length conversion."""', '    return 2'),
      file('tests/test_length.py', 'def helper_of_tests():', '    return 1'),
      file('examples/show.py', 'def pressure_gauges():', '    return 1'),
      { path: 'README.md', content: 'Pressure gauges' },
      { path: 'units/broken.py', content: Uint8Array.of(1, 0, 2) },
    ]
    const task = { files, categories: CATEGORIES, seed: 1 }
    const survey = await pool.survey(task, signal)
    expect(survey).toEqual({
      // By hand: two lines in each of the three readable files.
      size: { files: 4, lines: 6, tokens: expect.any(Number) as number },
      features: [
        { file: 'copy/length.py', name: 'convert_length', text: 'convert length: Length conversion.', category: 0 },
        { file: 'units/jokes.py', name: 'tell_joke', text: 'tell joke', category: null },
      ],
      tooMany: 0,
      leftOut: [{ path: 'units/broken.py', reason: 'it is not text' }],
      embedder: 'lexical-1',
    })
    expect(await pool.survey({ ...task, files: files.toReversed() }, signal)).toEqual(survey)
  })

  it('that takes too long ends, with a reason', async () => {
    await using pool = new SurveyPool(LEXICAL, { cpu: 2000 })
    const files = Array.from({ length: 2000 }, (_, index) => file(`f${String(index)}.py`, 'a = b + c\n'.repeat(2000)))
    const survey = pool.survey({ files, categories: CATEGORIES, seed: 1 }, signal)
    await expect(survey).rejects.toThrow(HarnessFault)
    await expect(survey).rejects.toThrow(/it took longer than 2 s of CPU time/)
  })
})
