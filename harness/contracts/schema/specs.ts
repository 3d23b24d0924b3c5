/** What a worker is sent: all that it needs to run a trial, as plain data. */
import { z } from 'zod'
import { schemaVersion } from './base.ts'
import { trialKeySchema } from './results.ts'
import { runRecordSchema } from './runs.ts'

const settings = runRecordSchema.shape.settings

/** How trials of a run are made and judged. Times in seconds. */
export const trialSettingsSchema = settings
  .pick({
    sandbox: true,
    installNetwork: true,
    protocol: true,
    python: true,
    pythonPath: true,
    trialTimeout: true,
    testcodeTimeout: true,
    patience: true,
    review: true,
    startTimeout: true,
    installTimeout: true,
    allowedOrigins: true,
    own: true,
    repeatJudging: true,
  })
  .extend({
    seed: z.string().min(1),
    judge: z.boolean().describe('False: the agent is called, and its project is judged later.'),
  })
export type TrialSettings = z.infer<typeof trialSettingsSchema>

export const trialSpecSchema = z.strictObject({
  schemaVersion,
  runId: z.string(),
  key: trialKeySchema,
  benchmark: z.strictObject({
    name: z.string(),
    source: z.string().describe('Where it is read from; a worker may have it in another place.'),
    mission: z.string().describe('Digest of the mission: a worker refuses another one.'),
  }),
  agent: z.strictObject({
    name: z.string().describe('As --agent names it.'),
    options: z.record(z.string(), z.string()).describe('Without secrets: a worker takes keys from its environment.'),
    config: z.string().optional().describe('The file that stands for pe.config.ts.'),
    repairs: z.int().min(0),
    feedback: z.int().min(0).max(20),
    runs: z.string().describe('The folder of the runs, for agents that repeat an earlier one.'),
  }),
  settings: trialSettingsSchema,
})
export type TrialSpec = z.infer<typeof trialSpecSchema>
