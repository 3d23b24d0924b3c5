/** Comparisons of agents and runs: of two, and of many in one table. */
import * as z from 'zod'
import { SCORINGS } from '../vocabulary.ts'
import { count, schemaVersion, share, variantId } from './base.ts'
import { intervalSchema, unscoredSchema } from './summary.ts'

const points = z.number().nonnegative()
const suiteScore = {
  id: z.string(),
  weight: z.number().positive().nullable().describe('Null if it differs between missions.'),
}
const sideSchema = z.strictObject({
  name: z.string(),
  score: share.describe('Score on the missions that both have. A lower bound: unjudged points count as failed.'),
  points: points.default(0).describe('Points of these missions, including unjudged ones.'),
  unjudged: points.default(0).describe('Number of unjudged points among them.'),
})
const changedSchema = z.strictObject({ mission: z.string(), testcode: z.string() })
export const comparisonSchema = z.strictObject({
  a: sideSchema,
  b: sideSchema,
  missions: count.describe('Missions with points in both.'),
  differing: count.describe(
    'Missions among them in which the points differ: only these decide whether a difference is chance.',
  ),
  difference: z.number().min(-1).max(1).nullable().describe('Score of A minus score of B.'),
  interval: intervalSchema.nullable(),
  p: share.describe('Two-sided p value of the paired permutation test.'),
  corrected: share.describe('p, Holm-corrected for the number of comparisons.'),
  comparisons: count,
  exact: z.boolean().describe('Whether all permutations were computed, or a random sample of them.'),
  distinguishable: z.boolean(),
  detectable: z.number().positive().nullable().describe('The difference that would be detected with a power of 80%.'),
  enough: z
    .strictObject({
      missions: z.int().positive().nullable().describe('Missions in all; null if a thousand are not enough.'),
      samples: z
        .int()
        .positive()
        .nullable()
        .describe('Samples of each of these missions; null if unknown, or if a hundred are not enough.'),
    })
    .nullable()
    .optional()
    .describe('What would show this difference, if it is not distinguishable; null if nothing is known of it.'),
  missionsNeeded: count.describe('If fewer missions differ, no difference can be distinguished from chance.'),
  suites: z
    .array(z.strictObject({ ...suiteScore, a: share, b: share }))
    .optional()
    .describe('Scores of the suites that both have, if missions have several.'),
  changes: z
    .strictObject({ fixed: z.array(changedSchema), broken: z.array(changedSchema), same: count })
    .describe('Testcodes, from A to B.'),
  sentence: z.string(),
})
export type Comparison = z.infer<typeof comparisonSchema>

const comparedSideSchema = sideSchema.extend({
  runId: z.string(),
  agent: z.string(),
  version: z.string().optional().describe('Missing if the run does not record it.'),
  variant: z.string().describe('Several are joined by commas.'),
})

/** The output of `pe compare --json`. */
export const comparedSchema = z.strictObject({
  schemaVersion,
  comparisons: z.array(
    comparisonSchema.extend({
      part: z.string().optional().describe('With --by: the level, mode, variant, mission, kind or tag.'),
      a: comparedSideSchema,
      b: comparedSideSchema,
      forced: z.array(z.string()).describe('Why they would not have been compared without --force; empty otherwise.'),
    }),
  ),
})
export type Compared = z.infer<typeof comparedSchema>

/** A table of the paper that published a benchmark. */
export const publishedTableSchema = z.strictObject({
  title: z.string(),
  of: z.string().describe('Heading of the first column.'),
  columns: z.array(z.string()).describe('One for each agent and variant.'),
  rows: z.array(z.strictObject({ name: z.string(), cells: z.array(z.string()) })),
  notes: z.array(z.string()).optional().describe('What cannot be measured, and how it differs from the paper.'),
})
export type PublishedTable = z.infer<typeof publishedTableSchema>

export const leaderboardSchema = z.strictObject({
  schemaVersion,
  scoring: z.enum(SCORINGS).optional().describe('How the scores of missions are combined; `pooled` if missing.'),
  rows: z.array(
    z.strictObject({
      agent: z.string(),
      version: z
        .string()
        .optional()
        .describe('Its version and the digest of its configuration; missing if its runs do not record it.'),
      outputFormat: z.string().nullable().describe('Format in which it writes files; null if it has no such choice.'),
      runs: z.array(z.string()),
      date: z.string().describe('Date of the newest run.'),
      cells: z.array(
        z.strictObject({
          variant: variantId,
          score: share.describe('Score over all samples. A lower bound: unjudged points count as failed.'),
          points: points.default(0).describe('Points, including unjudged ones.'),
          unjudged: points.default(0),
          upper: z
            .number()
            .optional()
            .describe(
              'The score if all unjudged points had passed, and all suites that nobody can judge; missing if it is the same.',
            ),
          unscored: z
            .array(unscoredSchema)
            .optional()
            .describe('Missions that are not in the score, if there are any.'),
          interval: intervalSchema.nullable(),
          best: share.describe('Score of the best complete sample; null if only one of several is complete.'),
          samples: count.describe('Samples that every mission is to have.'),
          most: count
            .optional()
            .describe('Samples of the missions that have the most, if missions have different numbers.'),
          complete: count
            .optional()
            .describe('Complete samples, of which `best` is, if they are fewer than `samples`.'),
          incomplete: z.boolean(),
          suites: z
            .array(z.strictObject({ ...suiteScore, score: share }))
            .optional()
            .describe('Suites over all samples, if missions have several.'),
        }),
      ),
      averages: z
        .strictObject({ cascade: share, direct: share, all: share })
        .describe('Average of the scores; null if one is missing.'),
      missing: z
        .strictObject({ variants: z.array(variantId), missions: z.array(z.string()) })
        .optional()
        .describe('Variants that others have and it lacks, and missions that it lacks in a variant that it has.'),
    }),
  ),
  rankedBy: z
    .array(variantId)
    .optional()
    .describe(
      'The variants whose mean orders the rows, if a row has no average of all; empty: the scores that each row has.',
    ),
  tables: z
    .array(publishedTableSchema)
    .optional()
    .describe('Tables of the paper of the benchmark, if the runs have their measures.'),
  forced: z.array(z.string()).describe('Why these runs would not have been ranked without --force; empty otherwise.'),
})
export type Leaderboard = z.infer<typeof leaderboardSchema>
