import { describe, expect, it } from 'vitest'
import { claimsOf } from '../../../harness/quality/validate/limits.ts'
import type {
  BaselineResult,
  FaultOutcome,
  FaultResult,
  Validation,
} from '../../../harness/quality/validate/results.ts'
import { validationText } from '../../../harness/quality/validate/text.ts'

function validation(changes: Partial<Validation>): Validation {
  const missions = [{ id: 'one', testcodes: 100, seconds: 1 }]
  const nothing = {
    seeds: ['s', 's-2'],
    solutions: [],
    variety: [],
    baselines: [],
    redteam: [],
    faults: [],
    findings: [],
    skipped: [],
  }
  return { benchmark: 'native', missions, seconds: 1, ...nothing, ...changes }
}

function baseline(
  agent: string,
  passes: number,
  reasons: number,
  changes: Partial<BaselineResult> = {},
): BaselineResult {
  const passed = Array.from({ length: passes }, (_, index) => ({
    testcode: `t${index}`,
    why: index < reasons ? 'it must be so' : undefined,
  }))
  return { mission: 'one', agent, testcodes: 100, passes: passed, runnable: true, unjudged: 0, ...changes }
}

function faults(kind: FaultResult['kind'], outcomes: Readonly<Partial<Record<FaultOutcome, number>>>): FaultResult[] {
  const place = { mission: 'one', kind, name: 'n', file: 'project/a.js', line: 7, before: 'BEFORE', after: 'AFTER' }
  return Object.entries(outcomes).flatMap(([outcome, count]) =>
    Array.from({ length: count }, () => ({ ...place, outcome: outcome as FaultOutcome, by: '' })),
  )
}

/** Whether all claims hold about a validation with these results. */
function holds(changes: Partial<Validation>, whole = true): boolean {
  return claimsOf(validation(changes), whole).every((claim) => claim.holds)
}

it('reports solutions as not tried if there are none, instead of claiming anything', () => {
  const [claim] = claimsOf(validation({}), true)
  expect(claim).toMatchObject({ claim: 'Canonical solutions pass', figure: 'not tried', tried: false })
  expect(validationText(validation({}), claimsOf(validation({}), true))).toMatch(
    /– {2}Canonical solutions pass +not tried/,
  )
})

describe('the limits', () => {
  it.each([
    ['a canonical solution that passes', true, { passed: 3, problems: [] }],
    ['a canonical solution that does not pass', false, { passed: 2, problems: [] }],
  ])('hold for %s: %s', (_, expected, changes) => {
    const solution = { mission: 'one', solution: 'canonical', times: 3, points: 3, ...changes }
    expect(holds({ solutions: [solution] })).toBe(expected)
  })

  it('allow null no point', () => {
    expect(holds({ baselines: [baseline('null', 0, 0, { runnable: false })] })).toBe(true)
    expect(holds({ baselines: [baseline('null', 0, 0)] })).toBe(false)
    expect(holds({ baselines: [baseline('null', 0, 0, { runnable: false, unjudged: 1 })] })).toBe(false)
  })

  it('allow other baselines 2% of the suite, each with a reason', () => {
    expect(holds({ baselines: [baseline('echo', 2, 2)] })).toBe(true)
    expect(holds({ baselines: [baseline('echo', 2, 1)] })).toBe(false)
    expect(holds({ baselines: [baseline('echo', 3, 3)] })).toBe(false)
    expect(holds({ baselines: [baseline('echo', 3, 3)] }, false)).toBe(true)
    expect(holds({ baselines: [baseline('echo', 0, 0, { unjudged: 1 })] })).toBe(false)
  })

  it('allow baselines with windows 2% of what was validated', () => {
    expect(holds({ baselines: [baseline('flicker', 2, 2)] }, false)).toBe(true)
    expect(holds({ baselines: [baseline('flicker', 3, 3)] }, false)).toBe(false)
  })

  it.each<[boolean, FaultResult['kind'], Readonly<Partial<Record<FaultOutcome, number>>>]>([
    [true, 'written', { caught: 95, survived: 5 }],
    [false, 'written', { caught: 94, survived: 6 }],
    [false, 'written', { caught: 94, elsewhere: 6 }],
    [true, 'generated', { caught: 70, elsewhere: 10, survived: 20 }],
    [false, 'generated', { caught: 79, survived: 21 }],
    [true, 'generated', { caught: 4, survived: 1, equivalent: 90 }],
    [false, 'generated', { caught: 99, unjudged: 1 }],
  ])('hold (%s) for %s faults: %j', (expected, kind, outcomes) => {
    expect(holds({ faults: faults(kind, outcomes) })).toBe(expected)
  })

  it('do not hold if a mission has a finding', () => {
    expect(holds({ findings: [{ mission: 'one', kind: 'parameters', text: 'TEXT' }] })).toBe(false)
  })
})

describe('the text', () => {
  const validated = validation({
    faults: [...faults('written', { survived: 1, caught: 1 }), ...faults('generated', { equivalent: 1 })],
    findings: [{ mission: 'one', kind: 'assertions', text: 'SAYS-NOTHING' }],
    skipped: ['NOT-LOOKED-AT'],
    baselines: [baseline('echo', 1, 0)],
  })
  const text = validationText(validated, claimsOf(validated, true))

  it('names survivors with file, line and change, but no caught faults', () => {
    expect(text).toContain('one: written fault n survived  project/a.js:7\n    - BEFORE\n    + AFTER')
    expect(text.match(/BEFORE/g)).toHaveLength(1)
  })

  it('names findings, passes without a reason, and what was not validated', () => {
    for (const part of ['SAYS-NOTHING', 'baseline echo passes t0: no reason is given', 'NOT-LOOKED-AT'])
      expect(text).toContain(part)
  })
})
