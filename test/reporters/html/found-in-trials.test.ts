import { describe, expect, it } from 'vitest'
import type { AgentUse, NamedScore } from '../../../harness/contracts/schema.ts'
import { embedderOf, fileMatchesOf, parameterSimilarity } from '../../../harness/reporters/html/similarity.ts'
import { modelsOf, useView } from '../../../harness/reporters/html/use.ts'

describe('what calls to models came to', () => {
  const use: AgentUse = {
    ...{ calls: 2, reused: 1, tokens: { input: 10, output: 20 }, cost: 0.5, paid: 0.25, notes: [] },
    models: [
      { asked: 'a', answered: 'b', price: null },
      { asked: 'c', answered: null, price: null },
    ],
  }

  it('is absent if there were no calls', () => {
    expect([useView(undefined), modelsOf(undefined)]).toEqual([undefined, []])
  })

  it('leaves out what is unknown, which is never 0', () => {
    expect(useView(use)).toEqual({ calls: 2, reused: 1, input: 10, output: 20, cost: 0.5 })
    expect(useView({ ...use, tokens: null, cost: null })).toEqual({ calls: 2, reused: 1 })
  })

  it('names the model that answered beside the one that was asked', () => {
    expect(modelsOf(use)).toEqual([
      { asked: 'a', answered: 'b' },
      { asked: 'c', answered: 'unknown' },
    ])
  })
})

describe('similarity scores', () => {
  const files = [{ produced: 'a.js', canonical: null, similarity: 0 }]
  const parameter = { of: 'shows', name: 'url', similarity: 0.5, exact: false, equivalent: false }
  const parameters = { parameters: [parameter], total: 1, exact: 0, equivalent: 0 }
  const checklist: NamedScore['score'] = { scored: true, value: 1, detail: { embedder: 'lexical-1', items: [] } }
  const scores: NamedScore[] = [
    { name: 'code', setting: 'paper', score: { scored: false, reason: 'why' } },
    { name: 'code', setting: 'strict', score: { scored: true, value: 0, detail: { files, leftOut: [] } } },
    { name: 'parameters', setting: 'strict', score: { scored: true, value: 0.5, detail: parameters } },
    { name: 'checklist', setting: 'strict', score: checklist },
  ]

  it('say, by setting, which files were held against each other', () => {
    expect(fileMatchesOf(scores, 'strict')).toEqual(files)
    expect(fileMatchesOf(scores, 'paper')).toBeUndefined()
  })

  it('say how alike a parameter is', () => {
    expect(parameterSimilarity(scores, 'strict', 'shows', 'url')).toBe(0.5)
    expect(parameterSimilarity(scores, 'strict', 'shows', 'other')).toBeUndefined()
  })

  it('name what made vectors of sentences', () => {
    expect(scores.map(({ score }) => embedderOf(score))).toEqual([undefined, undefined, undefined, 'lexical-1'])
  })
})
