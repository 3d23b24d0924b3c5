/** The data of a queued run in Redis. All of it is validated when it is read, because other programs can write there. */
import * as z from 'zod'
import { SCHEMA_VERSION, folderName, missionId } from '../../contracts/schema.ts'

/** Raised with every change of the messages between coordinator and workers. */
export const QUEUE_VERSION = 3

const routeSchema = z.strictObject({
  name: z.string().describe('Of the queue that holds its trials.'),
  labels: z.array(z.string()).describe('A worker needs all of them.'),
})
export type Route = z.infer<typeof routeSchema>

/** How results get to the coordinator. */
const transportSchema = z.union([
  z.strictObject({
    kind: z.literal('folder'),
    folder: z.string().describe('Of the run, on a disk that all workers see.'),
    mark: z.string().describe('The content of a file in it: a worker knows by it that this is the same disk.'),
  }),
  z.strictObject({ kind: z.literal('http'), url: z.string() }),
])
export type Transport = z.infer<typeof transportSchema>

const agentSchema = z.strictObject({
  name: z.string().describe('In the keys of trials.'),
  spec: z.string().describe('The value of --agent, with the absolute path of the coordinator if it is a file.'),
  fields: z
    .record(z.string(), z.string())
    .optional()
    .describe('Field of its configuration → digest of the value, when the run began.'),
})

/** A run that workers can serve. Without keys. */
export const queueRunSchema = z.strictObject({
  queueVersion: z.literal(QUEUE_VERSION),
  schemaVersion: z.literal(SCHEMA_VERSION),
  runId: folderName,
  pe: z.string().describe('Version of the program that made the plan.'),
  suite: z.string().describe('Digest of all missions of the run.'),
  missions: z.array(missionId),
  agents: z.array(agentSchema),
  routes: z.array(routeSchema),
  transport: transportSchema,
  limits: z.strictObject({ cost: z.number().optional(), tokens: z.number().optional() }),
  cache: z.enum(['folder', 'redis', 'none']),
  lease: z.number().describe('Seconds without a sign after which a worker counts as dead.'),
  deaths: z.int().min(1).describe('So many workers may die with a trial before it is run apart from others.'),
})
export type QueueRun = z.infer<typeof queueRunSchema>

const digest = z.string().regex(/^[0-9a-f]{64}$/)

/** The result that a worker commits for a trial. */
export const commitSchema = z.strictObject({
  kind: z.enum(['ended', 'pending']),
  reason: z.string().optional().describe('Why it is pending.'),
  token: z
    .string()
    .regex(/^[0-9a-f-]{36}$/)
    .describe('Of this attempt alone; also in the name of its folder.'),
  digest: digest.describe('Of the manifest of its files.'),
  spec: digest.describe('Of the spec that was run.'),
  worker: z.string(),
  host: z.string(),
  seconds: z.number().nonnegative().describe('From taking the trial to committing it.'),
  control: z.string().optional().describe('Why the trial was run apart from others, and what came of it.'),
})
export type Commit = z.infer<typeof commitSchema>

/** The state of a worker, as reported by the worker. It has no time, because the worker's clock may be wrong. */
export const workerStateSchema = z.strictObject({
  id: z.string(),
  host: z.string(),
  pid: z.int(),
  pe: z.string(),
  labels: z.array(z.string()),
  concurrency: z.int(),
  load: z.number(),
  draining: z.boolean(),
  lease: z.number().positive().describe('Seconds without a sign after which it counts as dead.'),
  ended: z.int().describe('Trials that it has committed.'),
  refuses: z.record(z.string(), z.string()).describe('Run → why it takes none of its trials.'),
  trials: z.array(
    z.strictObject({
      run: z.string(),
      trial: z.string(),
      stage: z.string(),
      seconds: z.number().describe('Since it was taken.'),
      quiet: z.number().describe('Seconds since its last event.'),
    }),
  ),
})
export type WorkerState = z.infer<typeof workerStateSchema>

/** Messages to all workers and coordinators: a trial shall be given back. */
const controlMessageSchema = z.strictObject({
  run: z.string(),
  trial: z.string().describe('"*": all of the run, because its coordinator has stopped.'),
  by: z.enum(['user', 'watchdog', 'coordinator']),
})
export type ControlMessage = z.infer<typeof controlMessageSchema>

export function controlText(message: ControlMessage): string {
  return JSON.stringify(message)
}

/** Undefined for anything else: anybody who reaches Redis can publish. */
export function controlFrom(text: string): ControlMessage | undefined {
  try {
    return controlMessageSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
