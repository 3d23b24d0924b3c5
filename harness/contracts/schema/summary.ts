/** The summary, which is also what `--json` prints. */
import * as z from 'zod'
import { count, schemaVersion, share, variantId } from './base.ts'
import { agentUseSchema, ledgerSchema, outcomeSchema, statusSchema } from './results.ts'

const tallySchema = z.strictObject({ total: count, passed: count })
/** Whole numbers if each testcode is worth one point. */
const pointsTallySchema = z.strictObject({
  total: z.number().nonnegative().describe('The worth of the judged testcodes, in points.'),
  passed: z.number().nonnegative().describe('Earned points.'),
})
/** Calls, tokens and cost of the agents of several trials. If a value is unknown for one trial, the total is unknown. */
const poolUseSchema = agentUseSchema.omit({ models: true, notes: true })
export type PoolUse = z.infer<typeof poolUseSchema>
const countsSchema = z.strictObject({
  total: count,
  passed: count,
  partial: count.default(0),
  failed: count,
  timeout: count,
  error: count,
  blocked: count,
  'bad-parameter': count,
  'not-run': count,
  unjudged: count,
  excluded: count,
})
/** A confidence interval from `low` to `high`; the method is in `harness/lib/statistics/`. */
export const intervalSchema = z.strictObject({
  low: z.number(),
  high: z.number(),
  level: z.number().describe('Confidence level, such as 0.95.'),
  method: z.enum(['bootstrap', 'wilson']),
})
export type Interval = z.infer<typeof intervalSchema>

const outOfSchema = z.strictObject({
  known: count.describe('How many had at least k samples; only these are in the means.'),
  any: share.describe('Unbiased pass@k: at least one of k samples passes.'),
  all: share.describe('Unbiased pass^k: all of k samples pass.'),
})
/** Statistics over several samples of the same missions; null if unknown. */
export const triesSchema = z.strictObject({
  complete: count.describe('Samples whose missions have all ended.'),
  mean: share.describe('Mean score of the complete samples.'),
  best: share.describe('Score of the best complete sample.'),
  at: z.array(
    z.strictObject({
      k: z.int().min(1),
      points: outOfSchema.describe('Means over testcodes and runnable points.'),
      missions: outOfSchema.describe('Means over missions; a mission passes if all of its points pass.'),
    }),
  ),
})
export type Tries = z.infer<typeof triesSchema>

/** Suites of one kind, if an online judge scores them separately. */
const partSchema = z.strictObject({
  passed: count.describe('Testcodes that earned all of their points.'),
  judged: count.describe('Testcodes that were judged.'),
  unjudged: count,
  score: share.describe('Score of the judged points: the weighted mean of the suites, over all trials.'),
})
export type Part = z.infer<typeof partSchema>
/** Missions of which the benchmark excludes everything of one part. They are not in a mean of missions. */
export const unscoredSchema = z.strictObject({
  missing: z.enum(['execution', 'review']),
  missions: z.array(z.string()),
  score: share.describe('Mean score of the part that they have.'),
})
const pendingSchema = z.strictObject({
  trials: z.int().positive(),
  points: z.number().nonnegative().describe('Points of their missions: not in `points`, and not passed in `bounds`.'),
})

const pooled = {
  execution: partSchema
    .optional()
    .describe('Suites that run projects on test points, of the missions that are in the score.'),
  review: partSchema.optional().describe('Suites that review the code, of the missions that are in the score.'),
  unscored: z.array(unscoredSchema).optional().describe('Missions that are not in the score, if there are any.'),
  trials: count,
  testcodes: countsSchema,
  runnable: tallySchema,
  points: pointsTallySchema,
  unjudged: z
    .number()
    .nonnegative()
    .optional()
    .describe('Unjudged points, which are not in `points`. Missing in older runs.'),
  /** Earned points / judged points, or the mean of the missions' scores; null if nothing was judged. Reports and rankings use the lower bound instead. */
  score: z.number().min(0).max(1).nullable(),
  /** The score if all unjudged and pending points had failed, and if all had passed; equal if everything was judged. */
  bounds: z.tuple([z.number(), z.number()]).nullable(),
  /** Confidence interval of the score on missions of this kind; null if too little was judged. */
  interval: intervalSchema.nullable().default(null),
  pending: pendingSchema.optional().describe('Trials that have not ended, if there are any.'),
  seconds: z.number().nonnegative(),
  feedback: z
    .strictObject({ submissions: count, checks: count })
    .optional()
    .describe('Submissions and checks while agents worked, if there were any.'),
  /** Present if an agent called a model. */
  use: poolUseSchema.optional(),
}
export const groupSchema = z.strictObject({
  agent: z.string(),
  variant: variantId,
  samples: z.int().min(1),
  ...pooled,
  tries: triesSchema.optional(),
  missions: z.array(
    z.strictObject({
      id: z.string(),
      points: pointsTallySchema,
      unjudged: z
        .number()
        .nonnegative()
        .default(0)
        .describe('Unjudged points: not in `points`, and counted as not passed.'),
      score: share.optional().describe('Score of the judged points. Missing in older runs.'),
      bounds: z.tuple([z.number(), z.number()]).nullable().optional(),
      execution: partSchema.optional(),
      review: partSchema.optional(),
      pending: pendingSchema.optional(),
      suites: z
        .array(
          z.strictObject({
            id: z.string(),
            weight: z.number().positive(),
            points: pointsTallySchema,
            unjudged: z.number().nonnegative(),
            score: share,
          }),
        )
        .optional()
        .describe('Present if the mission has several suites.'),
      outcome: outcomeSchema,
      seconds: z.number().nonnegative(),
      tries: triesSchema.optional(),
    }),
  ),
})
export type Group = z.infer<typeof groupSchema>
/** A user's scorer that has no measure of the run, or of some of its trials. */
export const unmeasuredSchema = z.strictObject({
  scorer: z.string(),
  trials: z.int().positive().optional().describe('Number of trials without a measure; missing for a scorer over runs.'),
  reason: z.string().describe('Reason of the first one.'),
})
export type Unmeasured = z.infer<typeof unmeasuredSchema>

/** A measure in the trials of an agent and a variant, in all trials of an agent, or in the run. */
export const measuredSchema = z.strictObject({
  name: z.string(),
  agent: z.string().optional().describe('Missing for a measure of the run.'),
  variant: z.string().optional().describe('Missing for a measure of the run, or of an agent in all variants.'),
  value: z.number().describe('The mean over the trials that have the measure.'),
  trials: z.int().positive().optional().describe('Trials that have the measure; missing without a variant.'),
  unit: z.string().optional(),
  better: z.enum(['higher', 'lower']).optional(),
})
export type Measured = z.infer<typeof measuredSchema>

export const summarySchema = z.strictObject({
  schemaVersion,
  runId: z.string(),
  folder: z.string(),
  report: z.string(),
  benchmark: z.string(),
  sandbox: z.string(),
  seed: z.string().optional().describe('Seed of the inputs. Missing if nothing is drawn, and in older runs.'),
  ...pooled,
  incomplete: z.boolean(),
  flaky: z
    .array(z.strictObject({ trial: z.string(), testcode: z.string(), statuses: z.array(statusSchema) }))
    .default([])
    .describe('Testcodes whose verdict changed when the same project was judged again; the first verdict counts.'),
  again: z
    .array(z.strictObject({ trial: z.string(), doubt: z.string(), outcomes: z.array(outcomeSchema) }))
    .default([])
    .describe('Trials that were judged a second time, why, and how each attempt ended.'),
  excluded: z
    .array(z.strictObject({ mission: z.string(), reason: z.string(), testcodes: z.int().positive() }))
    .optional()
    .describe('Why testcodes are in no denominator, by mission, if there are any. Missing in older runs.'),
  unmeasured: z.array(unmeasuredSchema).optional().describe('Scorers without a measure, if there are any.'),
  measured: z.array(measuredSchema).optional().describe('Measures of scorers over trials and runs, if there are any.'),
  concurrency: z
    .strictObject({
      asked: z.union([z.int().min(1), z.literal('auto')]),
      most: count.describe('The most trials that were running at the same time.'),
      judged: count
        .optional()
        .describe('The most trials whose projects were judged at the same time, if that was limited.'),
      processors: z.int().min(1).describe('Processors that could be used, within the limits of a container.'),
      signal: z
        .enum(['psi', 'run-queue', 'load'])
        .optional()
        .describe('How the shortage of processor time was measured, if it decided when trials began.'),
    })
    .optional()
    .describe('The concurrency of the last part of the run, if this machine ran it.'),
  ledger: z
    .strictObject({
      run: ledgerSchema.describe(
        'Where the wall time of the run went: each moment is divided among the trials that were running.',
      ),
      median: ledgerSchema.describe('The median over the trials, entry by entry.'),
    })
    .optional()
    .describe('Missing if the time of a trial is unknown, as in older runs.'),
  groups: z.array(groupSchema),
})
export type Summary = z.infer<typeof summarySchema>
export type Counts = z.infer<typeof countsSchema>
export type Tally = z.infer<typeof tallySchema>
