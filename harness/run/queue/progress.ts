/** How far a run on a queue is. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Redis } from 'ioredis'
import type { RunRecord } from '../../contracts/schema.ts'
import { trialFolder } from '../../store/read.ts'
import { isQueued, workersIn, type SeenWorker } from './census.ts'
import { sharedBudget } from './shared-client.ts'

export interface Progress {
  /** Whether a coordinator offers the trials to workers. */
  readonly queued: boolean
  readonly all: number
  readonly ended: number
  readonly running: number
  readonly waiting: number
  /** Those that serve the run or could, those that refuse it, and those that have died a short while ago. */
  readonly workers: readonly SeenWorker[]
  readonly cost: number
  readonly tokens: number
}

export async function progressOf(redis: Redis, record: RunRecord, folder: string): Promise<Progress> {
  const ended = record.trials.filter((key) => existsSync(path.join(trialFolder(folder, key), 'trial.json'))).length
  const workers = await workersIn(redis)
  const running = workers
    .flatMap(({ dead, trials }) => (dead ? [] : trials))
    .filter(({ run }) => run === record.runId).length
  const { cost, tokens } = await sharedBudget(redis, { runId: record.runId, limits: {} }).state()
  const all = record.trials.length
  const queued = await isQueued(redis, record.runId)
  return { queued, all, ended, running, waiting: Math.max(0, all - ended - running), workers, cost, tokens }
}
