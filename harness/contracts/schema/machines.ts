import * as z from 'zod'

/** A line of `machines.jsonl`: the machine of a trial, and the times of its parts in seconds. */
export const machineLineSchema = z.strictObject({
  trial: z.string(),
  worker: z.string(),
  host: z.string(),
  waited: z.number().describe('In the queue.'),
  seconds: z.number().describe('From taking the trial to committing it.'),
  at: z.number().describe('Seconds since 1970 when it was taken in, by the clock of the coordinator.'),
  lost: z.int().min(1).optional().describe('Earlier attempts whose workers died.'),
  control: z.string().optional().describe('Why the trial was run apart from others, and what came of it.'),
})
export type MachineLine = z.infer<typeof machineLineSchema>
