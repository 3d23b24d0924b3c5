import { describe, expect, it } from 'vitest'
import type { TrialRecord } from '../../../harness/contracts/schema.ts'
import { excludedOf } from '../../../harness/lib/statistics/excluded.ts'
import { keyOf, recordOf } from '../../helpers.ts'

/** A trial whose testcodes are excluded for these reasons; undefined for one that passes. */
function trialOf(mission: string, sample: number, reasons: readonly (string | undefined)[]): TrialRecord {
  const record = recordOf(keyOf({ mission, sample }), [
    'passed',
    ...reasons.map((why) => (why ? 'excluded' : 'passed')),
  ])
  const verdicts = record.verdicts.map((verdict, index) => {
    const reason = reasons[index]
    return reason === undefined ? verdict : { ...verdict, reason }
  })
  return { ...record, verdicts }
}

describe('what is excluded', () => {
  it('is counted by mission and reason, most testcodes first, and once for all trials', () => {
    const trials = [1, 2].map((sample) => trialOf('flask', sample, ['too old', undefined, 'skipped', 'skipped']))
    expect(excludedOf([...trials, trialOf('xmnlp', 1, ['no numpy', 'no numpy', 'no numpy'])])).toEqual([
      { mission: 'xmnlp', reason: 'no numpy', testcodes: 3 },
      { mission: 'flask', reason: 'skipped', testcodes: 2 },
      { mission: 'flask', reason: 'too old', testcodes: 1 },
    ])
  })

  it('is empty if every testcode is judged', () => {
    expect(excludedOf([trialOf('flask', 1, [undefined])])).toEqual([])
  })

  it('is bounded in reasons and in their length', () => {
    const reasons = Array.from({ length: 600 }, (_, index) => `${String(index)} ${'x'.repeat(1000)}`)
    const found = excludedOf([trialOf('flask', 1, reasons)])
    expect(found).toHaveLength(500)
    expect(Math.max(...found.map(({ reason }) => reason.length))).toBe(300)
  })
})
