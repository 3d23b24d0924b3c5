import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isJudged, pointsFor, pointsOf } from '../../harness/contracts/points.ts'
import { STATUSES } from '../../harness/contracts/vocabulary.ts'

describe('the points of a status', () => {
  it('are all of them for what passed, and none for anything else but a partial result', () => {
    expect(pointsFor('passed', 3)).toEqual({ earned: 3, of: 3 })
    expect(pointsFor('partial', 3, 1.5)).toEqual({ earned: 1.5, of: 3 })
    for (const status of STATUSES.filter((each) => each !== 'passed' && each !== 'partial'))
      expect(pointsFor(status, 3), status).toEqual({ earned: 0, of: 3 })
  })

  it('are never those that a tester gave to a result that is not partial', () => {
    for (const status of STATUSES.filter((each) => each !== 'partial'))
      expect(pointsFor(status, 3, 2), status).toEqual(pointsFor(status, 3))
  })

  it.each([undefined, 0, -1, 3, 4, NaN, Infinity])('refuse a partial result with %s of 3 points', (earned) => {
    expect(() => pointsFor('partial', 3, earned)).toThrow(
      new TypeError(`a partial result needs more than 0 and fewer than 3 points, not ${String(earned)}`),
    )
  })

  it('refuse any partial result of a testcode that is worth nothing', () => {
    fc.assert(
      fc.property(fc.double(), (earned) => {
        expect(() => pointsFor('partial', 0, earned)).toThrow(TypeError)
      }),
    )
  })
})

describe('what a verdict adds to a score', () => {
  it('is nothing if it is excluded, and unknown points if it is unjudged', () => {
    const of = (status: (typeof STATUSES)[number]) => pointsOf({ status, points: pointsFor(status, 2, 0.5) })
    expect(of('excluded')).toEqual({ earned: 0, of: 0, unknown: 0 })
    expect(of('unjudged')).toEqual({ earned: 0, of: 2, unknown: 2 })
    expect(of('partial')).toEqual({ earned: 0.5, of: 2, unknown: 0 })
    expect(of('passed')).toEqual({ earned: 2, of: 2, unknown: 0 })
    expect(of('blocked')).toEqual({ earned: 0, of: 2, unknown: 0 })
  })

  it('is known exactly if the testcode was judged', () => {
    expect(STATUSES.filter((status) => !isJudged(status))).toEqual(['unjudged', 'excluded'])
  })
})
