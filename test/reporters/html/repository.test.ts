import { expect, it } from 'vitest'
import { standsBehind } from '../../../harness/lib/wording/category.ts'
import { repositoryOf } from '../../../harness/reporters/html/app/repository.ts'

const scored = (name: string, detail: unknown) => ({ name, measure: { scored: true as const, value: 50, detail } })
const category = { id: 'Text / Roman / writes', features: 1, names: ['a.py:f'] }

it('reads categories, novel features and rounds from the details of measures, whatever the embedder is', () => {
  const rounds = [{ round: 1, coverage: 50, novelty: null, features: 1, files: 1, lines: 2 }]
  const view = repositoryOf([
    scored('lexical-coverage', { categories: [category] }),
    scored('lexical-novelty', { names: ['a.py:g'] }),
    scored('refined-coverage', { categories: [] }),
    scored('lexical-growth', { rounds }),
  ])
  expect(view).toEqual({
    placements: [
      { title: 'by clusters', categories: [category], novel: ['a.py:g'] },
      { title: 'refined by a model', categories: [], novel: [] },
    ],
    rounds,
  })
})

it('is undefined for other projects, and for measures that could not be taken', () => {
  expect(repositoryOf([])).toBeUndefined()
  expect(repositoryOf([{ name: 'coverage', measure: { scored: false, reason: 'no project' } }])).toBeUndefined()
})

it('finds the tests behind a category by the words of its path', () => {
  expect(standsBehind('Text / Roman / writes', 'text/roman')).toBe(true)
  expect(standsBehind('Text / Romance', 'text/roman')).toBe(false)
  expect(standsBehind('Text', '')).toBe(false)
})
