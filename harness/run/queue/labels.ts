/** Which machines can judge which trials. */
import type { RunRecord, TrialKey } from '../../contracts/schema.ts'
import type { Route, WorkerState } from './shapes.ts'

/** A label that trials need: all of them, or those of one mission. */
export interface Need {
  readonly mission: string | undefined
  readonly label: string
}

/** The labels that a trial needs, sorted. A worker adds the labels of its own machine itself. */
export function labelsOf(record: RunRecord, key: TrialKey, needs: readonly Need[]): string[] {
  const mission = record.benchmark.missions.find(({ id }) => id === key.mission)
  const asked = needs.filter((need) => need.mission === undefined || need.mission === key.mission)
  const labels = [
    `sandbox=${record.settings.sandbox}`,
    ...(mission?.kind === 'website' ? ['browser'] : []),
    ...(mission?.kind === 'desktop' ? ['desktop'] : []),
    ...asked.map(({ label }) => label),
  ]
  return [...new Set(labels)].toSorted()
}

/** One queue for each set of labels that some trial needs. */
export function routesOf(labels: readonly (readonly string[])[]): Route[] {
  const sets = new Map(labels.map((each) => [each.join('\n'), each]))
  return [...sets.values()].map((each, index) => ({ name: `route-${String(index)}`, labels: [...each] }))
}

export function canTake(labels: readonly string[], route: Route): boolean {
  return route.labels.every((label) => labels.includes(label))
}

/** Lines about trials that none of the workers can take. */
export function untakenLines(
  waiting: readonly { readonly route: Route; readonly trials: readonly string[] }[],
  workers: readonly WorkerState[],
  runId: string,
): string[] {
  const able = workers.filter(({ refuses, draining }) => refuses[runId] === undefined && !draining)
  const refusals = workers.flatMap(({ id, refuses }) =>
    refuses[runId] === undefined ? [] : `${id}: ${refuses[runId]}`,
  )
  const untaken = waiting.filter(
    ({ route, trials }) => trials.length > 0 && !able.some(({ labels }) => canTake(labels, route)),
  )
  return [
    ...refusals,
    ...untaken.map(({ route, trials: [first = '', ...others] }) => {
      const what = others.length === 0 ? first : `${first} and ${String(others.length)} more trials`
      const have =
        able.length === 0
          ? 'no worker serves this run'
          : `the workers have ${[...new Set(able.map(({ labels }) => labels.join(', ')))].toSorted().join('; or ')}`
      return `nobody can take ${what}: a worker needs ${route.labels.join(', ')}; ${have}`
    }),
  ]
}
