import { describe, expect, it } from 'vitest'
import { checkMission } from '../../harness/benchmarks/check-mission.ts'
import { UsageError } from '../../harness/errors.ts'
import { missionOf, oneSuite, suiteOf } from '../helpers.ts'

const withPoints = (points: unknown) => missionOf({ suites: oneSuite([{ id: 'a', points: points as number }]) })
const withWeight = (weight: unknown) => {
  const mission = missionOf({ suites: oneSuite([{ id: 'a' }]) })
  return { ...mission, suites: [{ ...suiteOf(mission), weight: weight as number }] }
}

describe.each([
  ['points', withPoints, 'suites.0.testcodes.0.points'],
  ['weight', withWeight, 'suites.0.weight'],
] as const)('%s', (_, missionWith, field) => {
  it.each([
    [Number.NaN, 'a number above 0'],
    [Infinity, 'a number above 0'],
    ['3', 'a number above 0'],
    [-1, 'more than 0'],
    [0, 'more than 0'],
    [1e9 + 1, 'at most 1,000,000,000'],
  ])('of %s are refused', (value, message) => {
    const check = () => checkMission(missionWith(value), '/mine.ts')
    expect(check).toThrow(UsageError)
    expect(check).toThrow(`/mine.ts: mission "fixture": ${field}: ${message}`)
  })

  it.each([0.001, 1, 1e9])('of %s are accepted', (value) => {
    expect(() => checkMission(missionWith(value), '/mine.ts')).not.toThrow()
  })
})

it('a testcode cannot be the runnable point', () => {
  const mission = missionOf({ suites: oneSuite([{ id: 'runnable' }]) })
  expect(() => checkMission(mission, '/mine.ts')).toThrow('take another id')
})
