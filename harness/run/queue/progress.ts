/** How far a run on a queue is. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import type { RunRecord } from '../../contracts/schema.ts'
import { trialFolder } from '../../store/read.ts'
import { workersIn } from './census.ts'
import { sharedBudget } from './shared-client.ts'
import type { WorkerState } from './shapes.ts'

export interface Progress {
  readonly all: number
  readonly ended: number
  readonly running: number
  readonly waiting: number
  /** Those that serve the run or could, and those that refuse it. */
  readonly workers: readonly (WorkerState & { readonly silent: number })[]
  readonly cost: number
  readonly tokens: number
}

export async function progressOf(redis: Redis, record: RunRecord, folder: string): Promise<Progress> {
  const ended = record.trials.filter((key) => existsSync(path.join(trialFolder(folder, key), 'trial.json'))).length
  const workers = await workersIn(redis)
  const running = workers.flatMap(({ trials }) => trials).filter(({ run }) => run === record.runId).length
  const { cost, tokens } = await sharedBudget(redis, { runId: record.runId, limits: {} }).state()
  const all = record.trials.length
  return { all, ended, running, waiting: Math.max(0, all - ended - running), workers, cost, tokens }
}

/** A line of `machines.jsonl`: the machine of a trial, and the times of its parts in seconds. */
export const machineLineSchema = z.strictObject({
  trial: z.string(),
  worker: z.string(),
  host: z.string(),
  waited: z.number().describe('In the queue.'),
  seconds: z.number().describe('From taking the trial to committing it.'),
  at: z.number().describe('Seconds since 1970 when it was taken in.'),
  control: z.string().optional(),
})
export type MachineLine = z.infer<typeof machineLineSchema>

/** Empty for a run without a queue. A line that was not written to its end is left out. */
export async function readMachines(folder: string): Promise<MachineLine[]> {
  const file = path.join(folder, 'machines.jsonl')
  if (!existsSync(file)) return []
  const lines = (await readFile(file, 'utf8')).split('\n').slice(0, -1)
  return lines.map((line) => machineLineSchema.parse(JSON.parse(line)))
}
