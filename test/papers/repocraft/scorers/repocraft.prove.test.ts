/** The other cases of repocraft.integration.test.ts. */
import { describe, expect, it } from 'vitest'
import { HarnessFault, Interrupted } from '../../../../harness/errors.ts'
import type { Reviewer } from '../../../../harness/contracts/types.ts'
import { repoCraftScorers } from '../../../../harness/papers/repocraft/scorers.ts'
import { reference, signal, trialOf, measuresOf, rates, verdict, LATE } from './repocraft-cases.ts'

describe('the reference', LATE, () => {
  it('has the categories of a model beside those of the clusters', async () => {
    const asked: string[] = []
    const model: Reviewer = {
      model: 'scripted',
      votes: 1,
      ask: (messages) => {
        asked.push(messages.map(({ content }) => content).join('\n'))
        // In the order of the files: two conversions, two of the gauge, two texts, and the joke, which it takes for a plot.
        return Promise.resolve(JSON.stringify({ categories: [1, 2, 3, 4, 5, 0, 7] }))
      },
    }
    const measures = await measuresOf(trialOf(reference), model)
    expect(measures['lexical-coverage']).toMatchObject({ detail: { covered: 6 } })
    expect(measures['lexical-refined-coverage']).toMatchObject({ detail: { covered: 6, model: 'scripted' } })
    expect(measures['lexical-refined-novelty']).toMatchObject({
      detail: { names: ['gauges/text.py:readings_from_text'] },
    })
    expect(asked).toHaveLength(1)
    // The first level of the taxonomy is the name of the reference.
    expect(asked[0]).toContain('1. "Conversion / Length conversion"')
  })

  it('keeps the clusters if the model gives no usable answer', async () => {
    const model: Reviewer = { model: 'scripted', votes: 1, ask: () => Promise.resolve('all of them are covered') }
    const scorers = repoCraftScorers({ embedder: { embedder: 'lexical', model: '', offline: true }, model, signal })
    const trial = trialOf(reference)
    const [coverage, , refinedCoverage] = scorers
    if (coverage?.over !== 'trial' || refinedCoverage?.over !== 'trial') throw new Error('they are of trials')
    await expect(refinedCoverage.score(trial)).rejects.toThrow(/gave no usable answer/)
    expect(await coverage.score(trial)).toMatchObject({ detail: { covered: 6 } })
  })
})

it('a run that is stopped has no measure, so that a resumed one makes it', LATE, async () => {
  const stopping = new AbortController()
  const model: Reviewer = {
    model: 'scripted',
    votes: 1,
    ask: () => {
      stopping.abort(new Interrupted('stopped by the test'))
      return Promise.reject(new HarnessFault('the connection was closed'))
    },
  }
  const tools = { embedder: { embedder: 'lexical', model: '', offline: true }, model, signal: stopping.signal } as const
  const [, , refinedCoverage] = repoCraftScorers(tools)
  if (refinedCoverage?.over !== 'trial') throw new Error('it is of trials')
  await expect(refinedCoverage.score(trialOf(reference))).rejects.toThrow(Interrupted)
  // The survey itself is stopped, too.
  const [coverage] = repoCraftScorers(tools)
  if (coverage?.over !== 'trial') throw new Error('it is of trials')
  await expect(coverage.score(trialOf(reference))).rejects.toThrow(Interrupted)
})

describe('a project', LATE, () => {
  it('of stubs with the right names covers nothing', async () => {
    const stubs = reference.files.map(({ path: file, content }) => ({
      path: file,
      content: Buffer.from(content)
        .toString('utf8')
        .replace(/^( +)(?:return|celsius =|self\.).*$/gm, '$1pass'),
    }))
    const measures = await measuresOf(trialOf({ files: stubs }))
    expect(measures['lexical-coverage']).toMatchObject({ scored: true, value: 0 })
    expect(measures['lexical-novelty']).toEqual({ scored: false, reason: 'the project has no features' })
  })

  it('that is missing covers nothing if that is the fault of the agent, and is unknown otherwise', async () => {
    const agents = await measuresOf(trialOf(undefined, { outcome: 'no-project' }))
    expect(agents['lexical-coverage']).toMatchObject({ scored: true, value: 0 })
    expect(agents['source-lines']).toMatchObject({ scored: false })
    const ours = await measuresOf(trialOf(undefined, { outcome: 'unjudged' }))
    expect(ours['lexical-coverage']).toEqual({ scored: false, reason: 'there is no project' })
  })

  it('that is empty covers nothing and has no novelty', async () => {
    const measures = await measuresOf(trialOf({ files: [] }))
    expect(measures['lexical-coverage']).toMatchObject({ value: 0 })
    expect(measures['lexical-novelty']).toMatchObject({ scored: false })
    expect(measures['source-lines']).toMatchObject({ value: 0 })
  })
})

describe('growth', LATE, () => {
  it('is not measured without rounds', async () => {
    const measures = await measuresOf(trialOf(reference))
    expect(measures['lexical-growth']).toMatchObject({ scored: false })
  })
})

describe('rates', LATE, () => {
  it('are no numbers if tasks are unjudged', async () => {
    const { vote, pass } = await rates(verdict('unjudged'), verdict('unjudged'))
    const reason = '2 of 2 tasks are unjudged: it is from 0.0% to 100.0%'
    expect([vote, pass]).toEqual([
      { scored: false, reason },
      { scored: false, reason },
    ])
  })

  it('are unknown without tasks, and 0 without a project', async () => {
    expect((await rates()).pass).toMatchObject({ scored: false })
    expect(await rates(verdict('not-run'))).toMatchObject({ vote: { value: 0 }, pass: { value: 0 } })
  })
})
