import { expect, it } from 'vitest'
import { comparePatience, patienceClaim, patienceText } from '../../../harness/quality/validate/patience.ts'
import type { FaultOutcome, PointProblem, Validation } from '../../../harness/quality/validate/results.ts'

interface Results {
  readonly problems?: readonly PointProblem[]
  readonly baseline?: readonly string[]
  readonly cheat?: readonly string[]
  readonly unjudged?: readonly string[]
  readonly fault?: FaultOutcome
  /** Why the fault was caught. */
  readonly by?: string
}

function validation({
  problems = [],
  baseline = [],
  cheat = [],
  unjudged = [],
  fault = 'caught',
  by = '',
}: Results): Validation {
  const passes = (ids: readonly string[]) => ids.map((testcode) => ({ testcode, why: undefined }))
  const project = { mission: 'one', testcodes: 9, runnable: true, seconds: 1 }
  return {
    benchmark: 'native',
    missions: [{ id: 'one', testcodes: 9, seconds: 1 }],
    seeds: ['s'],
    solutions: [
      { mission: 'one', solution: 'canonical', times: 2, points: 10, passed: 10 - problems.length, problems },
    ],
    variety: [],
    baselines: [{ ...project, agent: 'echo', passes: passes(baseline), unjudged: 0 }],
    redteam: [{ ...project, agent: 'cycler', passes: passes(cheat), unjudged, allowed: 0 }],
    faults: [
      ...[{ mission: 'one', kind: 'written', name: 'less', file: 'project/a.js', line: 7 } as const].map((place) => ({
        ...{ ...place, before: 'BEFORE', after: 'AFTER', outcome: fault, by },
      })),
    ],
    findings: [],
    skipped: [],
    seconds: 1,
  }
}

const problem = (point: string, ...statuses: PointProblem['statuses']): PointProblem => ({
  ...{ point, statuses, seeds: statuses.map(() => 's'), reason: '' },
})

it('counts all results, and finds no difference between equal validations', () => {
  const same = { problems: [problem('a', 'failed', 'failed')], baseline: ['b'], cheat: ['c'] }
  const compared = comparePatience(validation(same), validation(same))
  // 10 points of the solution, 10 of each agent, one fault.
  expect(compared).toMatchObject({ compared: 31, unknown: 0, differences: [] })
  expect(patienceClaim(compared)).toMatchObject({ holds: true, figure: '0 differences in 31 results, 0 unknown' })
})

it.each<[string, Results]>([
  ['canonical: a', { problems: [problem('a', 'failed', 'passed')] }],
  ['baseline echo: b', { baseline: ['b'] }],
  ['cheat cycler: c', { cheat: ['c'] }],
  ['written fault less at project/a.js:7 (BEFORE → AFTER)', { fault: 'survived' }],
])('names a result that differs: %s', (about, changed) => {
  for (const [auto, full] of [
    [changed, {}],
    [{}, changed],
  ] as const) {
    const compared = comparePatience(validation(auto), validation(full))
    expect(compared.differences).toMatchObject([{ mission: 'one', about }])
    expect(patienceClaim(compared).holds).toBe(false)
    expect(patienceText(compared)).toContain(`one: ${about}: `)
  }
})

it('finds no difference between a fault that is caught early and one that is caught late, and shows the reasons of others', () => {
  const early: Results = { by: 'greet failed: nothing became visible within 1.1 s' }
  const late: Results = { by: 'greet failed: nothing became visible within 6.9 s' }
  expect(comparePatience(validation(early), validation(late)).differences).toEqual([])
  const [difference] = comparePatience(validation(early), validation({ fault: 'survived' })).differences
  expect(difference).toMatchObject({ auto: `caught (${early.by ?? ''})`, full: 'survived' })
})

it('does not take an unknown result for an equal one', () => {
  const unknown: Results = { problems: [problem('a', 'unjudged', 'passed')], unjudged: ['c'], fault: 'unjudged' }
  expect(comparePatience(validation(unknown), validation({}))).toMatchObject({
    compared: 28,
    unknown: 3,
    differences: [],
  })
})

it('does not hold if nothing was compared', () => {
  const nothing = { ...validation({}), solutions: [], baselines: [], redteam: [], faults: [] }
  expect(patienceClaim(comparePatience(nothing, nothing)).holds).toBe(false)
})

it('does not hold if a result is unknown, or if only one of the validations judged something', () => {
  const unknown: Results = { fault: 'unjudged' }
  expect(patienceClaim(comparePatience(validation(unknown), validation({}))).holds).toBe(false)
  const fewer = { ...validation({}), faults: [] }
  for (const [auto, full] of [
    [fewer, validation({})],
    [validation({}), fewer],
  ] as const) {
    const compared = comparePatience(auto, full)
    expect(compared.unknown).toBe(validation({}).faults.length)
    expect(patienceClaim(compared).holds).toBe(false)
  }
})
