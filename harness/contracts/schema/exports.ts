/** The formats of `pe export`. */
import * as z from 'zod'
import { schemaVersion } from './base.ts'
import { trialRecordSchema } from './results.ts'
import { runRecordSchema } from './runs.ts'
import { measureRowSchema, similaritySchema } from './scores.ts'
import { summarySchema } from './summary.ts'

/** The output of `pe export --format json`. */
export const exportSchema = z.strictObject({
  schemaVersion,
  run: runRecordSchema,
  summary: summarySchema,
  trials: z.array(trialRecordSchema),
  similarities: z.array(similaritySchema),
  measures: z.array(measureRowSchema).optional().describe("Measures of the user's scorers; missing without scorers."),
})
/** A line of `pe export --format jsonl`: the run, each of its trials, each similarity, each measure, or the summary. */
export const exportLineSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('run'), schemaVersion, run: runRecordSchema }),
  z.strictObject({ type: z.literal('trial'), trial: trialRecordSchema }),
  z.strictObject({ type: z.literal('similarity'), similarity: similaritySchema }),
  z.strictObject({ type: z.literal('measure'), measure: measureRowSchema }),
  z.strictObject({ type: z.literal('summary'), summary: summarySchema }),
])
export type ExportLine = z.infer<typeof exportLineSchema>
