import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  configurationsOf,
  exchangesFrom,
  fileMatchesOf,
  flakyOf,
  gaveSomething,
  modelsOf,
  parameterSimilarity,
  poolUse,
  scoresFrom,
  trialUse,
} from '../../../harness/reporters/html/found.ts'
import type { RunRecord, TrialRecord } from '../../../harness/contracts/schema.ts'
import { keyOf, recordOf, runOf } from '../../helpers.ts'

const record = (more: object) => ({ ...recordOf(keyOf(), ['passed', 'passed']), ...more }) as TrialRecord

describe('what a run holds besides what every run holds', () => {
  it('is absent in an older one', () => {
    const old = record({})
    expect([poolUse({}), trialUse(old), gaveSomething(old)]).toEqual([undefined, undefined, undefined])
    expect([modelsOf(old), flakyOf(old), configurationsOf(runOf([keyOf()]))]).toEqual([[], [], {}])
    expect(scoresFrom('')).toBeUndefined()
  })

  it('is what calls to models came to; unknown is absent and never 0', () => {
    const use = { calls: 2, reused: 1, tokens: { input: 10, output: 20 }, cost: 0.5, paid: 0.25 }
    expect(poolUse({ use })).toEqual({ calls: 2, reused: 1, input: 10, output: 20, cost: 0.5 })
    expect(poolUse({ use: { ...use, tokens: null, cost: null } })).toEqual({ calls: 2, reused: 1 })
    const agent = {
      ...use,
      models: [
        { asked: 'a', answered: 'b' },
        { asked: 'c', answered: null },
      ],
    }
    expect(trialUse(record({ agent }))?.cost).toBe(0.5)
    expect(modelsOf(record({ agent }))).toEqual([
      { asked: 'a', answered: 'b' },
      { asked: 'c', answered: 'unknown' },
    ])
  })

  it('is whether an agent without a project gave anything', () => {
    expect(gaveSomething(record({ fault: 'unreadable' }))).toBe(true)
    expect(gaveSomething(record({ fault: 'cut-off' }))).toBe(true)
    expect(gaveSomething(record({ fault: 'refused' }))).toBe(false)
  })

  it('is which verdicts changed, and what the agents were made of', () => {
    const flaky = [{ testcode: 'shows', verdicts: [{ status: 'passed' }, { status: 'failed' }] }]
    expect(flakyOf(record({ repeats: { times: 1, flaky } }))).toEqual(['shows'])
    const run = { ...runOf([keyOf()]), agents: { gpt: { prompts: 'abc', parameters: { seed: 1 } } } } as RunRecord
    expect(configurationsOf(run)).toEqual({ gpt: { prompts: 'abc', parameters: { seed: 1 } } })
  })

  it('is scores, by setting, with the files that were held against each other', () => {
    const files = [{ produced: 'a.js', canonical: null, similarity: 0 }]
    const parameters = [{ of: 'shows', name: 'url', similarity: 0.5 }]
    const scores = scoresFrom(
      JSON.stringify({
        scores: [
          { name: 'code', setting: 'paper', score: { scored: false, reason: 'why' } },
          { name: 'code', setting: 'strict', score: { scored: true, value: 0, detail: { files } } },
          { name: 'parameters', setting: 'strict', score: { scored: true, value: 0.5, detail: { parameters } } },
        ],
      }),
    )
    expect(fileMatchesOf(scores ?? [], 'strict')).toEqual(files)
    expect(fileMatchesOf(scores ?? [], 'paper')).toBeUndefined()
    expect(parameterSimilarity(scores ?? [], 'strict', 'shows', 'url')).toBe(0.5)
    expect(parameterSimilarity(scores ?? [], 'strict', 'shows', 'other')).toBeUndefined()
  })

  it('is exchanges, of which a broken line costs only itself', () => {
    const call = { purpose: 'code', request: { model: 'm', messages: [] }, response: { text: 'x', finish: 'stop' } }
    const { exchanges, unread } = exchangesFrom(`${JSON.stringify(call)}\n{"half\n[]\n`)
    expect(exchanges).toMatchObject([{ purpose: 'code', response: { text: 'x' } }])
    expect(unread).toBe(2)
  })

  it('throws on nothing, whatever stands there', () => {
    fc.assert(
      fc.property(fc.json(), fc.anything(), (json, value) => {
        const any = record({ agent: value, fault: value, repeats: value })
        expect(() => [
          trialUse(any),
          modelsOf(any),
          gaveSomething(any),
          flakyOf(any),
          poolUse({ use: value }),
        ]).not.toThrow()
        expect(() => [scoresFrom(json), exchangesFrom(json)]).not.toThrow()
      }),
    )
  })
})
