/** The plain data that a worker needs to run a trial. */
import * as z from 'zod'
import { folderName, schemaVersion } from './base.ts'
import { trialKeySchema } from './results.ts'
import { runRecordSchema } from './runs.ts'

const settings = runRecordSchema.shape.settings

/** Settings of the trials of a run. Times in seconds. */
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
  runId: folderName,
  key: trialKeySchema,
  benchmark: z.strictObject({
    name: z.string(),
    source: z.string().describe('The source of the benchmark; a worker may have it in another place.'),
    mission: z.string().describe('Digest of the mission; a worker refuses a mission with another digest.'),
  }),
  agent: z.strictObject({
    name: z.string().describe('The value of --agent.'),
    options: z.record(z.string(), z.string()).describe('Without secrets: a worker takes keys from its environment.'),
    config: z.string().optional().describe('The file to read in place of pe.config.ts.'),
    repairs: z.int().min(0),
    feedback: z.int().min(0).max(20),
    runs: z.string().describe('The folder of the runs, for agents that repeat an earlier one.'),
  }),
  settings: trialSettingsSchema,
})
export type TrialSpec = z.infer<typeof trialSpecSchema>
