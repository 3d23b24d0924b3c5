import type { TrialInfo } from '../data.ts'
import type { Model, Point } from './model.ts'
import { href } from './route.ts'
import { SHOWN, type Shown } from './status.tsx'

/** A filter of the points of a run, kept in the address. An empty filter shows all points. */
export interface Filter {
  readonly statuses: readonly Shown[]
  /** Name of a group. */
  readonly group: string
  /** Id of a mission. */
  readonly mission: string
  readonly text: string
}

export function readFilter(query: URLSearchParams): Filter {
  const named = (query.get('status') ?? '').split(',')
  return {
    statuses: SHOWN.filter((status) => named.includes(status)),
    group: query.get('agent') ?? '',
    mission: query.get('mission') ?? '',
    text: query.get('find') ?? '',
  }
}

export function filterHref(filter: Filter): string {
  const { statuses, group, mission, text } = filter
  return href([], { status: statuses.join(','), agent: group, mission, find: text })
}

export function isEmpty({ statuses, group, mission, text }: Filter): boolean {
  return statuses.length === 0 && group === '' && mission === '' && text === ''
}

export function toggleStatus({ statuses, ...rest }: Filter, status: Shown): Filter {
  const without = statuses.filter((each) => each !== status)
  return { ...rest, statuses: without.length < statuses.length ? without : [...statuses, status] }
}

/** Trials of the chosen group and mission. */
export function trialsMatching(model: Model, { group, mission }: Filter): readonly TrialInfo[] {
  return model.overview.trials.filter(
    (trial) =>
      (group === '' || model.group(trial).name === group) && (mission === '' || model.mission(trial).id === mission),
  )
}

/** Points of these trials that have one of the statuses and contain the text. */
export function pointsMatching(model: Model, trials: readonly TrialInfo[], { statuses, text }: Filter): Point[] {
  const wanted = text.trim().toLowerCase()
  const fits = (point: Point) =>
    (statuses.length === 0 || statuses.includes(point.status)) &&
    (wanted === '' || model.searchText(point).includes(wanted))
  return trials.flatMap((trial) => model.points(trial).filter(fits))
}
