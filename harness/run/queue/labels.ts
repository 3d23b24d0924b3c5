/** Which machines can judge which trials. */
import type { RunRecord, TrialKey } from '../../contracts/schema.ts'
import type { SeenWorker } from './census.ts'
import type { Route } from './shapes.ts'

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

/** Trials that need the same labels. */
export interface WaitingRoute {
  readonly route: Route
  readonly trials: readonly string[]
}

/** Whether the worker takes trials of this run now. */
export function takesTrials({ refuses, draining, dead }: SeenWorker, runId: string): boolean {
  return refuses[runId] === undefined && !draining && !dead
}

/** The trials that none of the workers can take. */
export function untakenOf(
  waiting: readonly WaitingRoute[],
  workers: readonly SeenWorker[],
  runId: string,
): WaitingRoute[] {
  return waiting.filter(({ route, trials }) => trials.length > 0 && takersOf(route, workers, runId).length === 0)
}

function takersOf(route: Route, workers: readonly SeenWorker[], runId: string): SeenWorker[] {
  return workers.filter((worker) => takesTrials(worker, runId) && canTake(worker.labels, route))
}

/** Lines about workers that refuse the run, and about trials that none of the workers can take. */
export function untakenLines(
  waiting: readonly WaitingRoute[],
  workers: readonly SeenWorker[],
  runId: string,
): string[] {
  const refusals = workers.flatMap(({ id, refuses }) =>
    refuses[runId] === undefined ? [] : `${id}: ${refuses[runId]}`,
  )
  const untaken = untakenOf(waiting, workers, runId)
  return [
    ...refusals,
    ...untaken.map(
      ({ route, trials }) =>
        `nobody can take ${named(trials)}: a worker needs ${route.labels.join(', ')}; ${present(workers, runId)}`,
    ),
  ]
}

function named([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} and ${String(others.length)} more trials`
}

function present(workers: readonly SeenWorker[], runId: string): string {
  const able = workers.filter((worker) => takesTrials(worker, runId))
  if (able.length > 0)
    return `the workers have ${[...new Set(able.map(({ labels }) => labels.join(', ')))].toSorted().join('; or ')}`
  const draining = workers.filter((each) => each.draining && !each.dead && each.refuses[runId] === undefined).length
  if (draining === 0) return 'no worker serves this run'
  return `no worker takes trials (${String(draining)} ${draining === 1 ? 'is' : 'are'} draining)`
}

/**
 * Lines about trials that a worker can take now.
 * @param before Names of the routes whose trials no worker could take
 */
export function arrivalLines(
  before: ReadonlySet<string>,
  waiting: readonly WaitingRoute[],
  workers: readonly SeenWorker[],
  runId: string,
): string[] {
  return waiting.flatMap(({ route, trials }) => {
    const [taker] = takersOf(route, workers, runId)
    return taker && trials.length > 0 && before.has(route.name) ? [`worker ${taker.id} can take ${named(trials)}`] : []
  })
}

/**
 * Lines about workers that have died.
 * @param remaining Ids of the trials that have not ended
 */
export function deathLines(workers: readonly SeenWorker[], runId: string, remaining: ReadonlySet<string>): string[] {
  return workers.flatMap(({ id, dead, lease, refuses, trials }) => {
    if (!dead || refuses[runId] !== undefined) return []
    const lost = trials.filter(({ run, trial }) => run === runId && remaining.has(trial)).map(({ trial }) => trial)
    const what = lost.length === 0 ? '' : `; other workers get its trials: ${lost.join(', ')}`
    return [`worker ${id} counts as dead: no sign of life for ${String(lease)} s${what}`]
  })
}
