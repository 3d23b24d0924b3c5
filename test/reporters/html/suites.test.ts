import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pointsFor } from '../../../harness/contracts/points.ts'
import { SCORINGS, STATUSES, type TrialRecord } from '../../../harness/contracts/schema.ts'
import { pointTally } from '../../../harness/lib/statistics/trial-score.ts'
import { changesBetween } from '../../../harness/reporters/html/app/changes.ts'
import { Model, ratioOf, scoreOf, scoreText, sumOf } from '../../../harness/reporters/html/app/model.ts'
import { OverviewBuilder } from '../../../harness/reporters/html/overview.ts'
import { hasRange, percent, scoreText as groupText } from '../../../harness/reporters/percent.ts'
import { summarise } from '../../../harness/run/summary.ts'
import { suitesKey, suitesRunOf, suitesTrials } from '../../report/suites-run.ts'
import { keyOf, recordOf, runOf, verdictOf } from '../../helpers.ts'

function reportOf(trials: readonly TrialRecord[], run = runOf(trials.map(({ trial }) => trial))) {
  const summary = summarise(run, trials, { folder: '/r', report: '/r/index.html', seconds: 1 })
  const reported = { folder: '/r', run, summary }
  const builder = new OverviewBuilder([reported])
  for (const record of trials) builder.add(reported, record.trial, record)
  // As the page gets it.
  const overview = JSON.parse(JSON.stringify(builder.overview())) as ReturnType<typeof builder.overview>
  return { summary, model: new Model(overview), comparisons: builder.comparisons() }
}

const status = fc.constantFrom(...STATUSES)
const worth = fc.constantFrom(0.5, 1, 1, 2, 3, 10)
const testcode = fc.record({ suite: fc.constantFrom('a', 'b', 'c'), worth })

/** Trials of two agents on missions with one to three suites, judged in any way. */
const trialsOf = fc
  .record({
    scoring: fc.constantFrom(...SCORINGS),
    weights: fc.record({ a: worth, b: worth, c: worth }),
    missions: fc.array(fc.array(testcode, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 }),
    statuses: fc.array(status, { minLength: 80, maxLength: 80 }),
    samples: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ scoring, weights, missions, statuses, samples }) => {
    let next = 0
    const judged = (id: string, suite: string | undefined, of: number) => {
      const each = statuses[next++ % statuses.length] ?? 'passed'
      const place = suite === undefined ? {} : { suite }
      return verdictOf(id, each, { points: pointsFor(each, of, of / 3), ...place })
    }
    return ['x', 'y'].flatMap((agent) =>
      missions.flatMap((testcodes, index) =>
        Array.from({ length: samples }, (_, sample): TrialRecord => {
          const ids = [...new Set(testcodes.map(({ suite }) => suite))]
          const several = ids.length > 1
          return {
            schemaVersion: 2,
            trial: keyOf({ agent, mission: `m${String(index)}`, sample: sample + 1 }),
            outcome: 'judged',
            scoring,
            ...(several ? { suites: ids.map((id) => ({ id, tester: 't', weight: weights[id] })) } : {}),
            runnable: judged('runnable', several ? ids[0] : undefined, 1),
            verdicts: testcodes.map((each, place) =>
              judged(`t${String(place)}`, several ? each.suite : undefined, each.worth),
            ),
            stages: {},
            seconds: 1,
            startedAt: '2025-01-01T00:00:00.000Z',
          }
        }),
      ),
    )
  })

describe('a report of suites, weights and points', () => {
  it('shows the score and the points of the summary for every mission of every group', () => {
    fc.assert(
      fc.property(trialsOf, (trials) => {
        const { summary, model } = reportOf(trials, runWithTestcodes(trials))
        for (const [column, group] of summary.groups.entries()) {
          for (const mission of group.missions) {
            const row = model.overview.missions.findIndex(({ id }) => id === mission.id)
            const score = scoreOf(model.cell(row, column))
            expect(ratioOf(score.share)).toBe(mission.bounds?.[0] ?? null)
            expect(scoreText(score)).toBe(
              `${mission.unjudged > 0 || hasRange(mission.bounds) ? 'at least ' : ''}${percent(mission.bounds?.[0] ?? null)}`,
            )
            expect(score.passed).toBeCloseTo(mission.points.passed, 9)
            expect(score.total).toBeCloseTo(mission.points.total + mission.unjudged, 9)
            for (const suite of mission.suites ?? []) {
              const own = model.cell(row, column).flatMap(({ scored }) => scored?.suites ?? [])
              const tally = sumOf(own.filter((each) => each.suite === suite.id))
              expect(tally.passed).toBeCloseTo(suite.points.passed, 9)
              expect(tally.total).toBeCloseTo(suite.points.total + suite.unjudged, 9)
            }
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  it('counts letters only where that gives the points of the harness', () => {
    fc.assert(
      fc.property(trialsOf, (trials) => {
        const { model } = reportOf(trials, runWithTestcodes(trials))
        for (const [index, trial] of model.overview.trials.entries()) {
          const record = trials[index]
          if (record === undefined) throw new Error('there is a trial for each record')
          const { passed, total, unjudged } = scoreOf([trial])
          expect({ passed, total, unjudged }).toEqual(pointTally(record))
        }
      }),
      { numRuns: 60 },
    )
  })

  it('has the same changes as the comparison', () => {
    fc.assert(
      fc.property(trialsOf, (trials) => {
        const { model } = reportOf(trials, runWithTestcodes(trials))
        const { fixed, broken } = changesBetween(model, 0, 1)
        for (const { from, to } of fixed) expect(to.points / to.total).toBeGreaterThan(from.points / from.total)
        for (const { from, to } of broken) expect(to.points / to.total).toBeLessThan(from.points / from.total)
      }),
      { numRuns: 40 },
    )
  })

  it('says the score first if points alone do not give it', () => {
    const trials = suitesTrials()
    const { summary, model, comparisons } = reportOf(trials, suitesRunOf(trials.map(({ trial }) => trial)))
    const [careful, hasty] = summary.groups
    if (!careful || !hasty) throw new Error('there are two groups')
    expect(model.overview.sentence).toBe(
      `careful leads with a score of ${groupText(careful)}; hasty follows with ${groupText(hasty)}.`,
    )
    expect(model.noun).toBe('verdict')
    expect(comparisons[0]?.suites?.map(({ id, weight }) => [id, weight])).toEqual([
      ['cases', 0.8],
      ['style', 0.2],
    ])
    const alone = trials.filter(({ trial }) => trial.agent === 'hasty')
    const one = reportOf(alone, suitesRunOf([suitesKey('hasty', 'sort', 1), ...alone.map(({ trial }) => trial)]))
    expect(one.model.overview.sentence).toMatch(
      /^hasty scores \d+\.\d% on 2 missions, with \d+(\.\d+)? of \d+ points; every project runs\.$/,
    )
  })

  it('adds nothing to the data of a run of one-point testcodes in one suite', () => {
    const plain = ['a', 'b'].map((agent) => recordOf(keyOf({ agent }), ['passed', 'failed', 'unjudged']))
    const { model } = reportOf(plain)
    expect(model.noun).toBe('point')
    for (const trial of model.overview.trials) {
      expect(trial).not.toHaveProperty('worth')
      expect(trial).not.toHaveProperty('scored')
    }
  })
})

describe('testcodes of pytest', () => {
  it('stand under their file, by the rest of their name', () => {
    const record = recordOf(keyOf(), ['passed', 'passed', 'passed', 'passed'])
    const ids = ['tests/test_a.py::Cases::test_one', 'tests/test_a.py::test_two[a::b]', 'std::vector']
    const verdicts = record.verdicts.map((verdict, index) => ({ ...verdict, testcode: ids[index] ?? '' }))
    const trials = [{ ...record, verdicts }]
    const { model } = reportOf(trials, runWithTestcodes(trials))
    expect(model.overview.missions[0]?.testcodes.map(({ page, function: name }) => [page, name])).toEqual([
      ['tests/test_a.py', 'Cases::test_one'],
      ['tests/test_a.py', 'test_two[a::b]'],
      ['Testcodes', 'std::vector'],
    ])
  })
})

/** A run whose missions have the testcodes of these trials. */
function runWithTestcodes(trials: readonly TrialRecord[]) {
  const run = runOf(trials.map(({ trial }) => trial))
  const missions = run.benchmark.missions.map((mission) => {
    const record = trials.find(({ trial }) => trial.mission === mission.id)
    return { ...mission, testcodes: (record?.verdicts ?? []).map(({ testcode: id }) => ({ id })) }
  })
  return { ...run, benchmark: { ...run.benchmark, missions } }
}
