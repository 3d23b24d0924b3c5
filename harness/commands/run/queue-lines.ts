/** How a queue and its workers are shown. */
import { pluralise } from '../../lib/wording/count.ts'
import { formatTable } from '../../reporters/table.ts'
import { printable, shortenText } from '../../reporters/printable.ts'
import type { SeenWorker } from '../../run/queue/census.ts'

/** A row for each worker, under a heading. @param runId For which each worker says whether it serves it */
export function workerTable(workers: readonly SeenWorker[], runId: string): string {
  const rows = workers.map((worker) => [
    printable(worker.id),
    worker.load.toFixed(1),
    `${(worker.silent / 1000).toFixed(0)} s ago`,
    printable(stateOf(worker, runId)),
    printable(
      worker.trials.map(({ trial, stage, seconds }) => `${trial} (${stage}, ${seconds.toFixed(0)} s)`).join(', '),
    ),
  ])
  return formatTable([['worker', 'load', 'last sign', 'state', 'trials'], ...rows])
}

function stateOf({ refuses, dead, draining }: SeenWorker, runId: string): string {
  if (dead) return 'dead'
  return refuses[runId] ?? (draining ? 'draining' : 'ready')
}

/** Lines of workers that a live display shows at most. */
const MOST_WORKERS = 8

export interface SeenQueue {
  readonly workers: readonly SeenWorker[]
  /** Trials that have not ended. */
  readonly remaining: number
}

/** Lines below the live display. @param pace Trials a second; undefined until some have ended */
export function queueLines({ workers, remaining }: SeenQueue, runId: string, pace?: number): string[] {
  const alive = workers.filter(({ dead }) => !dead)
  const running = alive.flatMap(({ trials }) => trials).filter(({ run }) => run === runId).length
  const head = [
    `queue: ${String(Math.max(0, remaining - running))} waiting, ${String(running)} running`,
    pluralise(alive.length, 'worker'),
    ...(pace === undefined ? [] : [`${pace.toFixed(2)} trials a second`]),
  ].join('; ')
  if (workers.length === 0) return [head]
  const shown = workers.slice(0, MOST_WORKERS)
  const more = workers.length - shown.length
  return [
    head,
    ...workerTable(shown, runId).split('\n'),
    ...(more > 0 ? [`  … and ${pluralise(more, 'more worker')}`] : []),
  ].map((line) => shortenText(line, 200))
}
