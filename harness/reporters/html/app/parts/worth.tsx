import { earnedText } from '../../../points.ts'
import type { Point } from '../model.ts'

/** The points of a verdict, if its status does not say them. */
export function Worth({ of: { status, worth } }: { readonly of: Pick<Point, 'status' | 'worth'> }) {
  if (worth === undefined || status === 'pending') return null
  const text = earnedText({ status, points: worth })
  return text === undefined ? null : <span class="worth"> · {text}</span>
}
