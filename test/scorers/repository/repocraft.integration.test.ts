import path from 'node:path'
import { describe, expect } from 'vitest'
import { repoCraftBenchmark } from '../../../harness/benchmarks/repocraft/benchmark.ts'
import { HarnessFault, Interrupted } from '../../../harness/errors.ts'
import type { Measure, TrialRecord, Verdict } from '../../../harness/contracts/schema.ts'
import type { Project, Reviewer, ScoredTrial } from '../../../harness/contracts/types.ts'
import { repoCraftScorers } from '../../../harness/scorers/published/repocraft.ts'
import { root } from '../../helpers.ts'
import { sampled } from '../../part.ts'

const it = sampled('scorers/repository/repocraft', 2)

const benchmark = repoCraftBenchmark(path.join(root, 'test', 'fixtures', 'repocraft'))
const mission = await benchmark.mission('Gauges')
const { project: reference } = await benchmark.canonical(mission)
const signal = new AbortController().signal

function trialOf(
  project: Project | undefined,
  record: Partial<TrialRecord> = {},
  submissions: readonly Project[] = [],
): ScoredTrial {
  return {
    record: { outcome: 'judged', verdicts: [], ...record } as unknown as TrialRecord,
    mission,
    project: () => Promise.resolve(project),
    answers: () => Promise.resolve(undefined),
    submissions: () => Promise.resolve(submissions),
    canonical: () => benchmark.canonical(mission),
    data: async () => benchmark.scorerData?.(mission),
  }
}

/** All measures of a trial, by name; their details have the shape that their scorers promise. */
async function measuresOf(trial: ScoredTrial, model?: Reviewer): Promise<Record<string, Measure>> {
  const scorers = repoCraftScorers({ embedder: { embedder: 'lexical', model: '', offline: true }, model, signal })
  const measures = scorers.map(async (scorer): Promise<[string, Measure]> => {
    if (scorer.over !== 'trial') throw new Error(`${scorer.name} is no scorer of trials`)
    const measure = await scorer.score(trial)
    if (measure.scored && measure.detail !== undefined) scorer.detail?.parse(measure.detail)
    return [scorer.name, measure]
  })
  return Object.fromEntries(await Promise.all(measures))
}

const LATE = { timeout: 240_000 }

describe('the reference', LATE, () => {
  it('covers six of its seven categories, and is novel where the taxonomy has nothing', async () => {
    const measures = await measuresOf(trialOf(reference))
    expect(measures['lexical-coverage']).toMatchObject({
      scored: true,
      unit: '%',
      detail: { covered: 6, embedder: 'lexical-1' },
    })
    expect((measures['lexical-coverage'] as { value: number }).value).toBeCloseTo(600 / 7, 9)
    expect(measures['lexical-novelty']).toMatchObject({
      scored: true,
      detail: { features: 7, outside: 1, names: ['gauges/text.py:tell_joke'] },
    })
    expect((measures['lexical-novelty'] as { value: number }).value).toBeCloseTo(100 / 7, 9)
    expect(measures['lexical-refined-coverage']).toEqual({
      scored: false,
      reason: 'no model refines the categories: name one with --judge',
    })
    expect(measures['source-files']).toMatchObject({ value: 4, unit: 'files' })
    // By hand: 1 + 2 + 3 lines of conversion.py; 1 + 4 + 2 + 2 of gauge.py; 2 + 2 + 2 of text.py.
    expect(measures['source-lines']).toMatchObject({ value: 21, unit: 'lines' })
  })

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

  it('that is empty covers nothing and has no novelty', async () => {
    const measures = await measuresOf(trialOf({ files: [] }))
    expect(measures['lexical-coverage']).toMatchObject({ value: 0 })
    expect(measures['lexical-novelty']).toMatchObject({ scored: false })
    expect(measures['source-lines']).toMatchObject({ value: 0 })
  })

  it('that is missing covers nothing if that is the fault of the agent, and is unknown otherwise', async () => {
    const agents = await measuresOf(trialOf(undefined, { outcome: 'no-project' }))
    expect(agents['lexical-coverage']).toMatchObject({ scored: true, value: 0 })
    expect(agents['source-lines']).toMatchObject({ scored: false })
    const ours = await measuresOf(trialOf(undefined, { outcome: 'unjudged' }))
    expect(ours['lexical-coverage']).toEqual({ scored: false, reason: 'there is no project' })
  })
})

describe('growth', LATE, () => {
  it('has each round with its coverage and its size', async () => {
    const first = { files: reference.files.filter(({ path: file }) => file === 'gauges/gauge.py') }
    const measures = await measuresOf(trialOf(reference, {}, [{ files: [] }, first, reference]))
    expect(measures['lexical-growth']).toMatchObject({
      scored: true,
      value: expect.closeTo(600 / 7, 9) as number,
      detail: {
        rounds: [
          { round: 1, coverage: 0, novelty: null, features: 0, files: 0, lines: 0 },
          { round: 2, features: 2, files: 1, lines: 9 },
          { round: 3, coverage: expect.closeTo(600 / 7, 9) as number, features: 7, files: 4, lines: 21 },
        ],
      },
    })
  })

  it('is not measured without rounds', async () => {
    const measures = await measuresOf(trialOf(reference))
    expect(measures['lexical-growth']).toMatchObject({ scored: false })
  })
})

describe('rates', LATE, () => {
  const verdict = (status: Verdict['status'], votes?: Verdict['votes']) =>
    ({ status, ...(votes ? { votes } : {}) }) as Verdict
  const rates = async (...verdicts: readonly Verdict[]) => {
    const { 'vote-rate': vote, 'pass-rate': pass } = await measuresOf(
      trialOf({ files: [] }, { verdicts: [...verdicts] }),
    )
    return { vote, pass }
  }

  it('are of all tasks, the votes apart from the tests', async () => {
    const { vote, pass } = await rates(
      verdict('passed', { yes: 5, of: 5 }),
      verdict('failed', { yes: 3, of: 5 }),
      verdict('failed', { yes: 2, of: 5 }),
      verdict('failed'),
      verdict('excluded'),
    )
    expect(vote).toMatchObject({ scored: true, value: 50, detail: { yes: 2, no: 2, unknown: 0 } })
    expect(pass).toMatchObject({ scored: true, value: 25, detail: { yes: 1, no: 3, unknown: 0 } })
  })

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
