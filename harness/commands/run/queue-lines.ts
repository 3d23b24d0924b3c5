/** How a queue and its workers are shown. */
import { pluralise } from '../../lib/wording/count.ts'
import { formatTable } from '../../reporters/table.ts'
import { printable, shortened } from '../../reporters/printable.ts'
import type { SeenWorker } from '../../run/queue/census.ts'

/** A row for each worker, under a heading. @param runId For which each worker says whether it serves it */
export function workerTable(workers: readonly SeenWorker[], runId: string): string {
  const rows = workers.map((worker) => [
    printable(worker.id),
    worker.load.toFixed(1),
    `${(worker.silent / 1000).toFixed(0)} s ago`,
    printable(worker.refuses[runId] ?? (worker.draining ? 'draining' : 'ready')),
    printable(
      worker.trials.map(({ trial, stage, seconds }) => `${trial} (${stage}, ${seconds.toFixed(0)} s)`).join(', '),
    ),
  ])
  return formatTable([['worker', 'load', 'last sign', 'state', 'trials'], ...rows])
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
  const running = workers.flatMap(({ trials }) => trials).filter(({ run }) => run === runId).length
  const head = [
    `queue: ${String(Math.max(0, remaining - running))} waiting, ${String(running)} running`,
    pluralise(workers.length, 'worker'),
    ...(pace === undefined ? [] : [`${pace.toFixed(2)} trials a second`]),
  ].join('; ')
  if (workers.length === 0) return [head]
  const shown = workers.slice(0, MOST_WORKERS)
  const more = workers.length - shown.length
  return [
    head,
    ...workerTable(shown, runId).split('\n'),
    ...(more > 0 ? [`  … and ${pluralise(more, 'more worker')}`] : []),
  ].map((line) => shortened(line, 200))
}
