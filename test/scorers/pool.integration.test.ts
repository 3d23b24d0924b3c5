import { describe, expect, it } from 'vitest'
import { UsageError } from '../../harness/errors.ts'
import { SETTINGS } from '../../harness/contracts/schema.ts'
import { ARCHITECTURE_SCORES } from '../../harness/contracts/vocabulary.ts'
import type { EmbedderChoice } from '../../harness/contracts/paper.ts'
import { ScorerPool } from '../../harness/scorers/pool.ts'
import { LEXICAL, GOOD, find } from './pool-cases.ts'

const SIMILARITIES = ['skeleton', 'code', 'sketchbleu']

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
