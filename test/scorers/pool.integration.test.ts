import { describe, expect, it } from 'vitest'
import { UsageError } from '../../harness/errors.ts'
import { SETTINGS, type NamedScore } from '../../harness/contracts/schema.ts'
import { ARCHITECTURE_SCORES } from '../../harness/contracts/vocabulary.ts'
import type { EmbedderChoice } from '../../harness/scorers/embedders/index.ts'
import { ScorerPool } from '../../harness/scorers/pool.ts'
import type { Work } from '../../harness/contracts/types.ts'

const LEXICAL: EmbedderChoice = { embedder: 'lexical', model: '', offline: true }

const SIMILARITIES = ['skeleton', 'code', 'sketchbleu']

const GOOD: Work = {
  code: [{ path: 'main.py', content: 'def f(a):\n    return a + 1\n' }],
  checklist: [{ page: 'Home', function: 'Show', description: 'Shows a text.' }],
  parameters: [{ of: 't1', name: 'url', value: 'http://localhost:8000/' }],
}
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

const find = (scores: readonly NamedScore[], name: string, setting = 'strict') =>
  scores.find((each) => each.name === name && each.setting === setting)?.score

describe('scorer processes', () => {
  it('compute every score in every setting, and the facts', async () => {
    await using pool = new ScorerPool({ processes: 2, embedder: LEXICAL })
    const task = { produced: GOOD, canonical: GOOD, settings: SETTINGS }
    const [one, other] = await Promise.all([pool.score(task), pool.score(task)])
    expect(one).toEqual(other)
    expect(one.scores.map(({ name, setting }) => `${name} ${setting}`)).toEqual(
      [...['parameters', 'lexical-checklist'], ...Object.keys(ARCHITECTURE_SCORES), ...SIMILARITIES].flatMap((name) =>
        SETTINGS.map((setting) => `${name} ${setting}`),
      ),
    )
    expect(find(one.scores, 'code')).toMatchObject({ scored: true, value: 1 })
    expect(one.graph?.modules).toMatchObject([{ path: 'main.py', entry: true, functions: 1 }])
    expect(one.facts).toMatchObject({ files: 1, bodies: { total: 1 } })
  })

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

  it('report an unavailable embedder', async () => {
    const embedder: EmbedderChoice = { embedder: 'transformers', model: '/nowhere/at/all', offline: true }
    await using pool = new ScorerPool({ processes: 1, embedder })
    const task = { produced: GOOD, canonical: GOOD, settings: SETTINGS }
    await expect(pool.score(task)).rejects.toThrow(UsageError)
    // A task without a checklist needs no embedder.
    const { scores } = await pool.score({ ...task, produced: { code: GOOD.code ?? [] } })
    expect(find(scores, 'checklist')).toMatchObject({ scored: false, reason: 'there is no checklist' })
  })
})
