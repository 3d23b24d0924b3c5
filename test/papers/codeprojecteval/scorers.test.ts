import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RunRecord, TrialRecord, Verdict } from '../../../harness/contracts/schema.ts'
import type { Mission, ScoredRun, ScoredTrial } from '../../../harness/contracts/types.ts'
import { readFolder } from '../../../harness/lib/files/read-folder.ts'
import { publishedScorers } from '../../../harness/scorers/published.ts'
import { errorType, scaleOf, weightedAverage } from '../../../harness/papers/codeprojecteval/scorers.ts'
import { needs, publishedFolder } from '../../needs.ts'
import { papers } from '../../papers.ts'

const DATASET = publishedFolder('codeprojecteval')
const NEEDS_DATASET = await needs('data: codeprojecteval')
const TOOLS = {
  embedder: { embedder: 'lexical', model: '', offline: true },
  signal: new AbortController().signal,
} as const

/** Files and lines as the paper publishes them; of flask, those that were counted. */
const PUBLISHED: readonly [string, string, number, number][] = [
  ['bplustree', 'bplustree', 8, 1509],
  ['cookiecutter', 'cookiecutter', 18, 2805],
  ['csvs-to-sqlite', 'csvs_to_sqlite', 3, 816],
  ['djangorestframework-simplejwt', 'rest_framework_simplejwt', 31, 2014],
  ['flask', 'flask', 24, 9308],
  ['parsel', 'parsel', 5, 1128],
  ['portalocker', 'portalocker', 9, 1958],
  ['rsa', 'rsa', 14, 2949],
  ['trailscraper', 'trailscraper', 13, 890],
  ['xmnlp', 'xmnlp', 24, 1504],
  ['zxcvbn', 'zxcvbn', 8, 1402],
]

describe('the published measures of libraries', () => {
  it('weighs tests that passed by the lines of the reference', () => {
    expect(weightedAverage([])).toBeUndefined()
    expect(
      weightedAverage([
        { lines: 100, passed: 3 },
        { lines: 300, passed: 1 },
      ]),
    ).toBe(1.5)
  })

  /**
   * Of the cells behind the published averages only these two are known: the rest of each average is that of the other cells. All 18
   * repositories have 42,995 lines.
   */
  it.each([
    ['90 tests of rsa', 2949, 90, 6.173, 7.155],
    ['285 tests of pyjwt', 2690, 285, 17.831, 18.188],
  ])('gives %s their share of a published average', (_, lines, passed, share, published) => {
    const weighed = weightedAverage([
      { lines, passed },
      { lines: 42_995 - lines, passed: 0 },
    ])
    expect(weighed).toBeCloseTo(share, 3)
    expect(weighed).toBeLessThan(published)
  })

  it.each(PUBLISHED)(
    'counts the files and lines of %s as published',
    NEEDS_DATASET,
    async (id, source, files, lines) => {
      const all = await readFolder(path.join(DATASET, id, source), { files: 5000, bytes: 1e8, except: ['__pycache__'] })
      expect(scaleOf(all)).toEqual({ files, lines })
    },
  )

  it.each([
    [{ status: 'passed' as const }, undefined],
    [{ status: 'excluded' as const, reason: 'fails on the reference: KeyError' }, undefined],
    [{ status: 'failed' as const, reason: 'test_a.py:3: got 1, expected 2' }, 'AssertionError'],
    [
      { status: 'failed' as const, reason: "it could not be collected: ModuleNotFoundError: No module named 'x'" },
      'ModuleNotFoundError',
    ],
    [{ status: 'failed' as const, reason: 'ValueError: bad' }, 'ValueError'],
    [{ status: 'timeout' as const, reason: 'the test took too long' }, 'Timeout'],
    [{ status: 'error' as const, reason: 'the process ended' }, 'Other'],
  ])('finds the type of error of %j', (verdict, type) => {
    expect(errorType(verdict)).toBe(type)
  })
})

describe('the published scorers', () => {
  const trial = (mission: string, statuses: readonly Verdict['status'][], reason?: string): ScoredTrial => ({
    mission: { id: mission } as Mission,
    record: {
      outcome: 'judged',
      trial: { id: mission, mission, agent: 'mine', variant: 'documents', sample: 1 },
      verdicts: statuses.map((status, index) => ({
        testcode: String(index),
        status,
        ...(status === 'failed' && reason !== undefined ? { reason } : {}),
        evidence: {},
        points: { earned: status === 'passed' ? 1 : 0, of: 1 },
        milliseconds: 1,
      })),
    } as unknown as TrialRecord,
    project: () =>
      Promise.resolve({
        files: [
          { path: 'a/b.py', content: 'x = 1\n' },
          { path: 'c.txt', content: '' },
        ],
      }),
    answers: () => Promise.resolve(undefined),
    canonical: () =>
      Promise.resolve({
        project: { files: [{ path: 'a.py', content: 'x = 1\n'.repeat(mission === 'large' ? 300 : 100) }] },
        answers: {},
      }),
    submissions: () => Promise.resolve([]),
    data: () => Promise.resolve(undefined),
  })
  const run: ScoredRun = {
    record: {} as RunRecord,
    trials: [
      trial('large', ['passed', 'failed', 'failed'], 'KeyError: a'),
      trial('small', ['passed', 'passed', 'passed', 'failed', 'excluded'], 'KeyError: b'),
    ],
  }
  const measured = async (name: string, of = run) => {
    const scorers = await publishedScorers('codeprojecteval', papers, TOOLS)
    const scorer = scorers.find((each) => each.name === name)
    if (scorer?.over !== 'run') throw new Error(`there is no scorer ${name} of a run`)
    const measure = await scorer.score(of)
    if (measure.scored) scorer.detail?.parse(measure.detail)
    return measure
  }

  it('give a row for each agent and variant', async () => {
    expect(await measured('weighted-average')).toMatchObject({
      scored: true,
      value: 1.5,
      detail: { 'mine documents': { average: 1.5, missions: { large: { lines: 300, passed: 1 } } } },
    })
    expect(await measured('project-scale')).toMatchObject({
      value: 1,
      detail: { 'mine documents': { small: { files: 1, lines: 1 } } },
    })
  })

  it('leave out a repository of which no test judges, and count unjudged tests', async () => {
    const trials = [
      trial('large', ['excluded', 'excluded']),
      trial('small', ['passed', 'passed', 'unjudged', 'failed', 'excluded']),
    ]
    expect(await measured('weighted-average', { ...run, trials })).toMatchObject({
      scored: true,
      value: 2,
      detail: { 'mine documents': { average: 2, missions: { small: { lines: 100, passed: 2, unjudged: 1 } } } },
    })
    expect(await measured('weighted-average', { ...run, trials: trials.slice(0, 1) })).toMatchObject({ scored: false })
    const unknown = [trial('large', ['unjudged', 'unjudged'])]
    expect(await measured('weighted-average', { ...run, trials: unknown })).toMatchObject({ scored: false })
  })

  it('count a type of error once in a repository', async () => {
    expect(await measured('error-types')).toMatchObject({ value: 1, detail: { 'mine documents': { KeyError: 2 } } })
    const [without] = run.trials.map((each) => ({
      ...each,
      record: { ...each.record, outcome: 'no-project' as const },
    }))
    const trials = [...(without ? [without] : []), trial('small', ['failed'], 'ValueError: c')]
    expect(await measured('error-types', { ...run, trials })).toMatchObject({
      detail: { 'mine documents': { ValueError: 1 } },
    })
    expect(await measured('error-types', { ...run, trials: trials.slice(0, 1) })).toMatchObject({ scored: false })
  })

  it('belong to their benchmarks alone', async () => {
    expect(await publishedScorers('native', papers, TOOLS)).toEqual([])
    expect(await publishedScorers('constructor', papers, TOOLS)).toEqual([])
  })
})
