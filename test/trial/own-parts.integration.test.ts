/** Testers and launchers of a user that misbehave: real trials, which end, and say whose fault it was. */
import { describe, expect, it } from 'vitest'
import { ProjectFault } from '../../harness/errors.ts'
import { casesNamed } from '../helpers.ts'
import { passed, place } from './feedback-trial.ts'
import {
  JUDGEMENTS,
  LAUNCHERS,
  judgedBy,
  judging,
  launchedBy,
  leavesRestUnjudged,
  leavesTrialUnjudged,
  tester,
} from './own-parts-cases.ts'

describe('a tester of a user', () => {
  leavesRestUnjudged(casesNamed(JUDGEMENTS, 'throws at once', 'returns an unknown status'))

  it('adds no field to a verdict', async () => {
    await using here = await place('plain')
    const loud = { status: 'failed', points: { earned: 9, of: 9 }, testcode: 'a', suite: 'x', milliseconds: -1 }
    const record = await judgedBy(here, tester(judging(() => ({ ...loud, evidence: { output: 'no', extra: 1 } }))))
    expect(record.verdicts[1]).toEqual({
      testcode: 'b',
      status: 'failed',
      points: { earned: 0, of: 2 },
      milliseconds: expect.any(Number) as number,
      evidence: { output: 'no' },
    })
    expect(passed(record)).toBe('ac')
  })
})

describe('a launcher of a user', () => {
  leavesTrialUnjudged(casesNamed(LAUNCHERS, 'throws', 'returns a target without a program'))

  it('may say that the project does not start, and launch it otherwise', async () => {
    const refused = await launchedBy({ launch: () => Promise.reject(new ProjectFault('it has no start')) })
    expect(refused).toMatchObject({ outcome: 'not-launched', reason: 'it has no start' })
    expect(passed(await launchedBy({}))).toBe('abc')
  })
})
