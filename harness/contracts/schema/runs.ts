/** What a run leaves behind beside its trials. */
import { z } from 'zod'
import { INSTALL_NETWORKS, SANDBOXES } from '../vocabulary.ts'
import { missionId, schemaVersion, variantId } from './base.ts'
import { patienceSchema, protocolSchema } from './exchange.ts'
import { missionKindSchema } from './missions.ts'
import { trialKeySchema } from './results.ts'

export const installNetworkSchema = z.enum(INSTALL_NETWORKS)

const ownFileSchema = z.strictObject({ file: z.string(), sha256: z.string() })

export const runRecordSchema = z.strictObject({
  schemaVersion,
  runId: z.string(),
  startedAt: z.string(),
  benchmark: z.strictObject({
    name: z.string(),
    source: z.string(),
    version: z.string().optional().describe('Of the suite, where somebody numbers it.'),
    digest: z.string().optional().describe('sha256 over the digests of all missions of the run.'),
    missions: z.array(
      z.strictObject({
        id: missionId,
        title: z.string(),
        kind: missionKindSchema,
        digest: z.string().describe('sha256 over the files that define it.'),
        points: z.number().nonnegative().optional().describe('All that a project can earn. Missing in older runs.'),
        testcodes: z.array(
          z.strictObject({
            id: z.string(),
            page: z.string().optional(),
            function: z.string().optional(),
            expects: z.string().optional(),
            suite: z.string().optional().describe('Where the mission has several suites.'),
          }),
        ),
        suites: z
          .array(z.strictObject({ id: z.string(), tester: z.string(), weight: z.number().positive() }))
          .optional()
          .describe('The suites that count, if there are several.'),
        submissions: z
          .strictObject({ most: z.int().min(1), counts: z.enum(['best', 'last']) })
          .optional()
          .describe('How many projects an agent may have judged, and which of them counts, if there are several.'),
        visible: z
          .array(z.strictObject({ id: z.string(), tester: z.string(), testcodes: z.array(z.string()) }))
          .optional()
          .describe('The suites that an agent may run while it works, if there are any.'),
      }),
    ),
  }),
  settings: z.strictObject({
    agents: z.array(z.string()),
    /** Options that the agents were given on the command line, and the file that others came from. */
    agentOptions: z.record(z.string(), z.string()).optional(),
    config: z.string().optional(),
    repairs: z.int().min(0).optional(),
    feedback: z.int().min(0).optional(),
    variants: z.array(variantId),
    missions: z.array(z.string()),
    samples: z.int().min(1),
    concurrency: z.int().min(1),
    sandbox: z.enum(SANDBOXES),
    installNetwork: installNetworkSchema,
    protocol: protocolSchema.default('default'),
    /** The interpreter that was named, and the folders in which it looks for modules first. */
    python: z.string().optional(),
    pythonPath: z.array(z.string()).default([]),
    trialTimeout: z.number(),
    testcodeTimeout: z.number(),
    /** How long an expectation waits that does not hold; `auto` if missing. */
    patience: patienceSchema.optional(),
    review: z
      .strictObject({ model: z.string(), votes: z.int().min(1) })
      .optional()
      .describe('The model that answered questions about code, and how often each was asked.'),
    startTimeout: z.number(),
    installTimeout: z.number(),
    /** Origins beside the project's that its pages could load from. */
    allowedOrigins: z.array(z.string()).default([]),
    own: z
      .strictObject({
        testers: z.array(ownFileSchema),
        launchers: z.array(ownFileSchema),
        scorers: z.array(ownFileSchema),
      })
      .optional()
      .describe('Files of the user that stood in for parts of the harness.'),
    repeatJudging: z.int().nonnegative().optional(),
    seed: z
      .string()
      .min(1)
      .optional()
      .describe('From which the inputs of testcodes were drawn. Missing in older runs, for which their id stands in.'),
  }),
  host: z.strictObject({
    pe: z.string(),
    node: z.string(),
    platform: z.string(),
    cpus: z.int(),
    browser: z.string().optional(),
  }),
  /** What makes each agent what it is; nothing of the machine, no key. */
  agents: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
  /** Trial → seconds that it will take, from earlier runs. Shards are made even by it. */
  expected: z.record(z.string(), z.number().nonnegative()).optional(),
  trials: z.array(trialKeySchema),
})
export type RunRecord = z.infer<typeof runRecordSchema>
