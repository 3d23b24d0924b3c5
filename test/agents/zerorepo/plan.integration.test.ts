import { describe, expect, it } from 'vitest'
import { SMALL } from '../../model-server/zerorepo.ts'
import { generated, promptsOf } from './in-process.ts'

describe('a plan that is refused', { timeout: 60_000 }, () => {
  it('for a circle is asked for again with the circle', async () => {
    const circle = JSON.stringify({
      files: [
        { path: 'words/split.py', capabilities: ['texts'], imports: ['words/clean.py'] },
        { path: 'words/clean.py', capabilities: ['words'], imports: ['words/split.py'] },
      ],
    })
    const end = await generated({
      ...SMALL,
      files: (request, number) => (number === 1 ? circle : (SMALL.files?.(request, number) ?? '')),
    })
    const [, again = ''] = promptsOf(end, 'files')
    expect(again).toContain('It is refused. What is wrong with it:')
    expect(again).toContain(
      '- files import each other in a circle: words/split.py imports words/clean.py imports words/split.py',
    )
    expect(end.project.artefacts?.rounds?.filter(({ stage }) => stage === 'files')).toMatchObject([
      { round: 1, accepted: false },
      { round: 2, accepted: true },
    ])
    expect(end.work.units.map(({ state }) => state)).toEqual(['passing', 'passing'])
  })
})

describe('a hostile model', { timeout: 120_000 }, () => {
  it('that says nothing useful is at fault', async () => {
    const garbage = { ...SMALL, features: () => '\0\uD800', capabilities: () => '[[[[', files: () => '{"files": "no"}' }
    await expect(generated(garbage)).rejects.toMatchObject({ code: 'agent', kind: 'unreadable' })
  })
})
