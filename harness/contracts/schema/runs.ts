/** The records of a run, without those of its trials. */
import * as z from 'zod'
import { INSTALL_NETWORKS, SANDBOXES } from '../vocabulary.ts'
import { folderName, missionId, schemaVersion, variantId } from './base.ts'
import { patienceSchema, protocolSchema } from './exchange.ts'
import { missionKindSchema } from './missions.ts'
import { trialKeySchema } from './results.ts'

export const installNetworkSchema = z.enum(INSTALL_NETWORKS)

export const concurrencySchema = z.union([z.int().min(1), z.literal('auto')])

const ownFileSchema = z.strictObject({ file: z.string(), sha256: z.string() })

export const runRecordSchema = z.strictObject({
  schemaVersion,
  runId: folderName,
  startedAt: z.iso.datetime(),
  queue: z
    .array(z.string())
    .optional()
    .describe(
      'Flags of `pe run` that put the run on a queue, without a password; missing if one process runs all trials.',
    ),
  benchmark: z.strictObject({
    name: z.string(),
    source: z.string(),
    version: z.string().optional().describe('Version of the set of missions, if it has one.'),
    digest: z.string().optional().describe('sha256 of the digests of all missions of the run.'),
    missions: z.array(
      z.strictObject({
        id: missionId,
        title: z.string(),
        kind: missionKindSchema,
        digest: z.string().describe('sha256 of the files that define it.'),
        tags: z.array(z.string()).optional().describe('Missing if it has none, and in older runs.'),
        details: z
          .record(z.string(), z.union([z.number(), z.string()]))
          .optional()
          .describe('What tables of its paper say about it. Missing if there are none, and in older runs.'),
        points: z.number().nonnegative().optional().describe('Points that a project can earn. Missing in older runs.'),
        testcodes: z.array(
          z.strictObject({
            id: z.string(),
            page: z.string().optional(),
            function: z.string().optional(),
            expects: z.string().optional(),
            suite: z.string().optional().describe('Present if the mission has several suites.'),
          }),
        ),
        suites: z
          .array(z.strictObject({ id: z.string(), tester: z.string(), weight: z.number().positive() }))
          .optional()
          .describe('The suites that count, if there are several.'),
        submissions: z
          .strictObject({ most: z.int().min(1), counts: z.enum(['best', 'last']) })
          .optional()
          .describe('How many projects of an agent are judged, and which one counts, if there are several.'),
        visible: z
          .array(z.strictObject({ id: z.string(), tester: z.string(), testcodes: z.array(z.string()) }))
          .optional()
          .describe('The suites that an agent may run while it works, if there are any.'),
      }),
    ),
  }),
  settings: z.strictObject({
    agents: z.array(z.string()),
    /** Options of agents from the command line, and the file that other options came from. */
    agentOptions: z.record(z.string(), z.string()).optional(),
    config: z.string().optional(),
    repairs: z.int().min(0).optional(),
    feedback: z.int().min(0).optional(),
    variants: z.array(variantId),
    missions: z.array(missionId),
    samples: z.int().min(1).max(100_000),
    concurrency: concurrencySchema.describe('Trials at a time; `auto`: as many as the machine has room for.'),
    sandbox: z.enum(SANDBOXES),
    installNetwork: installNetworkSchema,
    protocol: protocolSchema.default('default'),
    /** The interpreter that the user named, and the folders that it searches first for modules. */
    python: z.string().optional(),
    pythonPath: z.array(z.string()).default([]),
    trialTimeout: z.number(),
    testcodeTimeout: z.number(),
    /** How long an unmet expectation waits; `auto` if missing. */
    patience: patienceSchema.optional(),
    review: z
      .strictObject({
        model: z.string(),
        votes: z.int().min(1),
        together: z
          .literal(true)
          .optional()
          .describe(
            'All questions about a project are asked at once, with its statement. Missing if each is asked alone.',
          ),
      })
      .optional()
      .describe('The model that answered questions about code, and how often each was asked.'),
    /** False with `--no-cache`. */
    cache: z.literal(false).optional(),
    startTimeout: z.number(),
    installTimeout: z.number(),
    /** Origins other than the project's that its pages could load from. */
    allowedOrigins: z.array(z.string()).default([]),
    own: z
      .strictObject({
        testers: z.array(ownFileSchema),
        launchers: z.array(ownFileSchema),
        scorers: z.array(ownFileSchema),
      })
      .optional()
      .describe("The user's files that replaced or extended parts of the harness."),
    repeatJudging: z.int().nonnegative().optional(),
    seed: z
      .string()
      .min(1)
      .optional()
      .describe('Seed of the inputs of testcodes. Missing in older runs, whose id is the seed.'),
  }),
  host: z.strictObject({
    pe: z.string(),
    node: z.string(),
    platform: z.string(),
    cpus: z.int(),
    browser: z.string().optional(),
  }),
  /** Agent → configuration, without keys and without anything about the machine. */
  agents: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
  /** Trial → expected seconds, from earlier runs. Used to balance the shards. */
  expected: z.record(z.string(), z.number().nonnegative()).optional(),
  trials: z.array(trialKeySchema),
})
export type RunRecord = z.infer<typeof runRecordSchema>
