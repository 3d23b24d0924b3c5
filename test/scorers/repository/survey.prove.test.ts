/** The other cases of survey.integration.test.ts. */
import { describe, expect, it } from 'vitest'
import { ScorerPool } from '../../../harness/scorers/pool.ts'
import { LEXICAL, signal, CATEGORIES, file, LATE } from './survey-cases.ts'

describe('a survey in a process', LATE, () => {
  it('of nothing is empty', async () => {
    await using pool = new ScorerPool({ processes: 1, embedder: LEXICAL })
    expect(await pool.survey({ files: [], categories: CATEGORIES, seed: 1 }, signal)).toMatchObject({
      size: { files: 0, lines: 0, tokens: 0 },
      features: [],
    })
  })

  it('bounds the features', async () => {
    await using pool = new ScorerPool({ processes: 1, embedder: LEXICAL })
    const lines = Array.from({ length: 60 }, (_, index) => `def f${String(index)}(): return 1`)
    const task = { files: [file('many.py', ...lines)], categories: CATEGORIES, seed: 1, most: 50 }
    const survey = await pool.survey(task, signal)
    expect(survey.features).toHaveLength(50)
    expect(survey.tooMany).toBe(10)
  })
})
