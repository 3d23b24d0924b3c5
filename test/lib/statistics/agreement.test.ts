import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { agreementOf, cohensKappa, type Pair } from '../../../harness/lib/statistics/agreement.ts'

function pair(mission: string, testcode: string, here: boolean | null, there: boolean | null): Pair {
  const side = (passed: boolean | null) => ({
    status: passed === null ? 'unjudged' : passed ? 'passed' : 'failed',
    passed,
  })
  return { mission, testcode, here: side(here), there: side(there) }
}

describe('agreement', () => {
  it('counts what both judged, by mission and by status, and names each disagreement', () => {
    const pairs = [
      pair('p1', 't1', true, true),
      pair('p1', 't2', true, false),
      pair('p2', 't1', false, false),
      pair('p2', 't2', null, true),
      pair('p2', 't3', false, true),
    ]
    const found = agreementOf(pairs)
    expect(found).toMatchObject({
      rows: 4,
      agreement: 0.5,
      kappa: 0,
      confusion: { bothPassed: 1, onlyHere: 1, onlyThere: 1, bothFailed: 1 },
      byMission: [
        { mission: 'p1', rows: 2, agreed: 1 },
        { mission: 'p2', rows: 2, agreed: 1 },
      ],
      byStatus: [
        { here: 'passed', there: 'passed', rows: 1, agreed: 1 },
        { here: 'passed', there: 'failed', rows: 1, agreed: 0 },
        { here: 'failed', there: 'failed', rows: 1, agreed: 1 },
        { here: 'failed', there: 'passed', rows: 1, agreed: 0 },
      ],
    })
    expect(found.disagreements.map(({ mission, testcode }) => [mission, testcode])).toEqual([
      ['p1', 't2'],
      ['p2', 't3'],
    ])
    expect(found.notJudged).toHaveLength(1)
  })

  it('is unknown without rows, never 0', () => {
    expect(agreementOf([pair('p1', 't1', null, true)])).toMatchObject({ rows: 0, agreement: null, kappa: null })
  })
})

describe('Cohen’s κ', () => {
  it.each([
    // The usual textbook example: 50 proposals, two readers.
    [{ bothPassed: 20, onlyHere: 5, onlyThere: 10, bothFailed: 15 }, 0.4],
    [{ bothPassed: 45, onlyHere: 15, onlyThere: 25, bothFailed: 15 }, 0.13043478260869568],
    [{ bothPassed: 25, onlyHere: 35, onlyThere: 5, bothFailed: 35 }, 0.2592592592592593],
    [{ bothPassed: 41, onlyHere: 7, onlyThere: 6, bothFailed: 34 }, 0.7027027027027026],
    [{ bothPassed: 3, onlyHere: 9, onlyThere: 8, bothFailed: 1 }, -0.6301369863013697],
    [{ bothPassed: 100, onlyHere: 0, onlyThere: 1, bothFailed: 2 }, 0.7952286282306162],
    [{ bothPassed: 852, onlyHere: 74, onlyThere: 74, bothFailed: 0 }, -0.079913606911447],
  ])('of %j is that of scikit-learn, %d', (confusion, kappa) => {
    expect(cohensKappa(confusion)).toBeCloseTo(kappa, 12)
  })

  it('is unknown if both sides always have the same verdict', () => {
    expect(cohensKappa({ bothPassed: 5, onlyHere: 0, onlyThere: 0, bothFailed: 0 })).toBeNull()
    expect(cohensKappa({ bothPassed: 0, onlyHere: 0, onlyThere: 0, bothFailed: 0 })).toBeNull()
  })

  const counts = fc.nat({ max: 500 })
  const confusions = fc.record({ bothPassed: counts, onlyHere: counts, onlyThere: counts, bothFailed: counts })

  it('lies between −1 and 1, is 1 for full agreement only, and is symmetric', () => {
    fc.assert(
      fc.property(confusions, (confusion) => {
        const kappa = cohensKappa(confusion)
        const { onlyHere, onlyThere } = confusion
        expect(cohensKappa({ ...confusion, onlyHere: onlyThere, onlyThere: onlyHere })).toBe(kappa)
        if (kappa === null) return
        expect(kappa).toBeGreaterThanOrEqual(-1)
        expect(kappa).toBeLessThanOrEqual(1)
        expect(kappa === 1).toBe(onlyHere + onlyThere === 0)
      }),
    )
  })
})
