/** Names in Redis. All begin with `pe`, so that a Redis may be shared with other programs. */

/** Of BullMQ. */
export const PREFIX = 'pe-queue'
export const RUNS = 'pe:runs'
export const WORKERS = 'pe:workers'
/** Channels: trials were queued; a trial was committed; a trial shall be given back. */
export const WAKE = 'pe:wake'
export const COMMITTED = 'pe:committed'
export const REQUEUE = 'pe:requeue'

/** The last word only: BullMQ's own keys lie elsewhere. */
export function runKey(runId: string, what: 'meta' | 'coordinator' | 'budget' | 'budget:reserved'): string {
  return `pe:run:${runId}:${what}`
}

export function workerKey(id: string): string {
  return `pe:worker:${id}`
}

export function rateKey(runId: string, model: string): string {
  return `pe:run:${runId}:rate:${model}`
}

/** Name of the queue for trials that need certain labels. */
export function queueName(runId: string, route: string): string {
  return `${runId}.${route}`
}
