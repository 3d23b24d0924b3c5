/** Scores beside the verdicts, and how exports have them. */
import { z } from 'zod'
import { SETTINGS } from '../vocabulary.ts'
import { schemaVersion } from './base.ts'

export const settingSchema = z.enum(SETTINGS)

const fraction = z.number().min(0).max(1)
const similarityOfFilesSchema = z.strictObject({
  /** Paths; null if nothing was left to be matched with. */
  produced: z.string().nullable(),
  canonical: z.string().nullable(),
  similarity: fraction,
  /** The language as which the two were compared. */
  language: z.string().optional(),
  /** Of CodeBLEU; one that does not apply is absent. */
  components: z
    .strictObject({
      ngram: fraction,
      weighted: fraction.optional(),
      syntax: fraction.optional(),
      dataflow: fraction.optional(),
    })
    .optional(),
})
const filesDetailSchema = z.strictObject({
  files: z.array(similarityOfFilesSchema),
  leftOut: z.array(z.strictObject({ side: z.enum(['produced', 'canonical']), path: z.string(), reason: z.string() })),
})
const checklistDetailSchema = z.strictObject({
  /** What made vectors of the sentences: scores of different ones cannot be compared. */
  embedder: z.string(),
  items: z.array(
    z.strictObject({ produced: z.string().nullable(), canonical: z.string().nullable(), similarity: z.number() }),
  ),
})
const parametersDetailSchema = z.strictObject({
  parameters: z.array(
    z.strictObject({
      of: z.string(),
      name: z.string(),
      similarity: fraction,
      exact: z.boolean(),
      /** Whether it means the same: addresses and whitespace written another way. */
      equivalent: z.boolean(),
      /** Why it counts as nothing, if no text was given. */
      problem: z.string().optional(),
    }),
  ),
  total: z.int(),
  exact: z.int(),
  equivalent: z.int(),
})
export type FilesDetail = z.infer<typeof filesDetailSchema>
export type ChecklistDetail = z.infer<typeof checklistDetailSchema>
export type ParametersDetail = z.infer<typeof parametersDetailSchema>

/** A score, or why there is none: never a number that stands for something unknown. */
export const scoreSchema = z.discriminatedUnion('scored', [
  z.strictObject({
    scored: z.literal(true),
    /** From 0 to 1; cosines can be below 0 in the paper's setting. */
    value: z.number().min(-1).max(1),
    detail: z.union([filesDetailSchema, checklistDetailSchema, parametersDetailSchema]),
  }),
  z.strictObject({
    scored: z.literal(false),
    reason: z.string(),
    /** That there was nothing to compare with: no fault of what was produced, and none of its missions. */
    nothingCanonical: z.literal(true).optional(),
  }),
])
export type Score = z.infer<typeof scoreSchema>

export const namedScoreSchema = z.strictObject({
  name: z.string(),
  setting: settingSchema,
  score: scoreSchema,
})
export type NamedScore = z.infer<typeof namedScoreSchema>

/** What a project consists of. */
export const factsSchema = z.strictObject({
  files: z.int(),
  bytes: z.int(),
  /** By language, the one with most lines first. */
  languages: z.array(
    z.strictObject({
      language: z.string(),
      files: z.int(),
      /** Lines that hold more than blanks and comments. */
      lines: z.int(),
      tokens: z.int(),
    }),
  ),
  /** Functions and methods with a body, and how many of these do nothing. */
  bodies: z.strictObject({ total: z.int(), empty: z.int(), placeholder: z.int() }),
  /** Files that were not looked into, and why. */
  leftOut: z.array(z.strictObject({ path: z.string(), reason: z.string() })),
})
export type Facts = z.infer<typeof factsSchema>

export const scoresRecordSchema = z.strictObject({
  schemaVersion,
  /** sha256 of everything that was compared, and how. If it changes, the scores are computed again. */
  digest: z.string(),
  scores: z.array(namedScoreSchema),
  /** Absent if there is no project. */
  facts: factsSchema.optional(),
})
export type ScoresRecord = z.infer<typeof scoresRecordSchema>

/** A similarity of one trial; its value is null if there is none, for a reason. */
export const similaritySchema = z.strictObject({
  trial: z.string(),
  name: z.string(),
  setting: z.string(),
  value: z.number().nullable(),
  reason: z.string().optional(),
  embedder: z.string().optional().describe('What made vectors of sentences; only those of one can be compared.'),
})
export type Similarity = z.infer<typeof similaritySchema>

/** What a scorer found, or why it found nothing: never a number that stands for something unknown. */
export const measureSchema = z.discriminatedUnion('scored', [
  z.strictObject({
    scored: z.literal(true),
    value: z.number(),
    unit: z.string().max(40).optional().describe('Such as "%" or "s"; none by default.'),
    better: z.enum(['higher', 'lower']).optional().describe('Which values are better, where one of them is.'),
    detail: z.unknown().optional().describe('As the scorer itself defines it.'),
  }),
  z.strictObject({ scored: z.literal(false), reason: z.string() }),
])
export type Measure = z.infer<typeof measureSchema>

/** `measures.json` of a trial, or of a run. */
export const measuresRecordSchema = z.strictObject({
  schemaVersion,
  measures: z.array(z.strictObject({ name: z.string(), measure: measureSchema })),
})
export type MeasuresRecord = z.infer<typeof measuresRecordSchema>

/** A measure in an export; its value is null if there is none, for a reason. */
export const measureRowSchema = z.strictObject({
  trial: z.string().optional().describe('Missing for a measure of the run.'),
  name: z.string(),
  value: z.number().nullable(),
  unit: z.string().optional(),
  better: z.enum(['higher', 'lower']).optional(),
  reason: z.string().optional(),
})
export type MeasureRow = z.infer<typeof measureRowSchema>
