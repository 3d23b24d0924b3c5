import type { Place, PointPlan } from '../problem.ts'

export const NO_OUTPUT = 'its expected output was not published'
export const NO_POINTS = 'its points were not published'

export function point(id: string, plan: Readonly<Record<string, unknown>>): PointPlan {
  return { id, plan }
}

export function asFile(file: string) {
  return { kind: 'file', file }
}

/** Names in a folder that end like this. */
export function namesWith(place: Place, end: string, ...folder: readonly string[]): readonly string[] {
  return place.names(...folder).filter((name) => name.endsWith(end))
}
