import type { Status } from './vocabulary.ts'

/** The points of a verdict: `of` is the worth of its testcode, and `earned` is from 0 to `of`. */
export interface Points {
  readonly earned: number
  readonly of: number
}

/** The contribution of a verdict to a score. */
export interface Contribution extends Points {
  /** Points of an unjudged testcode: part of `of`, counted as not earned, and shown beside a score. */
  readonly unknown: number
}

/** Whether a status is a verdict: `unjudged` and `excluded` are not. */
export function isJudged(status: Status): boolean {
  return status !== 'unjudged' && status !== 'excluded'
}

/**
 * The points of a status, for the record of a verdict.
 * @param of The worth of the testcode
 * @param partial The points that a tester gave, for the status `partial` only
 * @throws TypeError if a partial result has no points, all points, or something that is not a number
 */
export function pointsFor(status: Status, of: number, partial?: number): Points {
  if (status === 'passed') return { earned: of, of }
  if (status !== 'partial') return { earned: 0, of }
  if (partial === undefined || !(partial > 0 && partial < of))
    throw new TypeError(
      `a partial result needs more than 0 and fewer than ${String(of)} points, not ${String(partial)}`,
    )
  return { earned: partial, of }
}

/** The contribution of a verdict to a score: zero points if excluded, unknown points if unjudged. */
export function pointsOf({ status, points }: { readonly status: Status; readonly points: Points }): Contribution {
  if (status === 'excluded') return { earned: 0, of: 0, unknown: 0 }
  if (status === 'unjudged') return { earned: 0, of: points.of, unknown: points.of }
  return { earned: points.earned, of: points.of, unknown: 0 }
}

/** Points as people read them: at most two decimals, and no zeros at the end. */
export function pointsText(points: number): string {
  return String(Math.round(points * 100) / 100)
}

/** `1 point`, `2.5 points` */
export function pluralisePoints(points: number): string {
  return `${pointsText(points)} ${points === 1 ? 'point' : 'points'}`
}
