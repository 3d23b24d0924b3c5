/** Scores and measures beside the verdicts, and their form in exports. */
import * as z from 'zod'
import { SETTINGS } from '../vocabulary.ts'
import { schemaVersion } from './base.ts'

export const settingSchema = z.enum(SETTINGS)

const fraction = z.number().min(0).max(1)
const similarityOfFilesSchema = z.strictObject({
  /** Paths; null if there was no file left to match. */
  produced: z.string().nullable(),
  canonical: z.string().nullable(),
  similarity: fraction,
  /** The language as which the two were compared. */
  language: z.string().optional(),
  /** Components of CodeBLEU; one that does not apply is absent. */
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
  /** The embedder of the sentences. Scores of different embedders cannot be compared. */
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
      /** Whether the values mean the same, such as addresses or white space in another notation. */
      equivalent: z.boolean(),
      /** Why the value counts as missing, if it is not a text. */
      problem: z.string().optional(),
    }),
  ),
  total: z.int(),
  exact: z.int(),
  equivalent: z.int(),
})
const sketchDetailSchema = z.strictObject({
  /** The parts of SketchBLEU; one that does not apply is absent. */
  components: z.strictObject({
    ngram: fraction,
    weighted: fraction,
    syntax: fraction.optional(),
    dataflow: fraction.optional(),
  }),
  functions: z.strictObject({ produced: z.int(), canonical: z.int() }),
  compared: z.strictObject({ produced: z.int(), canonical: z.int() }).describe('Number of files.'),
  leftOut: z.array(z.strictObject({ side: z.enum(['produced', 'canonical']), path: z.string(), reason: z.string() })),
})
/** A measure of the architecture: `part` of `whole`. */
const shareDetailSchema = z.strictObject({
  part: z.int().nonnegative(),
  whole: z.int().positive(),
  findings: z.array(z.strictObject({ path: z.string(), line: z.int().positive().optional(), text: z.string() })),
  more: z.int().nonnegative().describe('Number of findings that are not listed.'),
})
export type ShareDetail = z.infer<typeof shareDetailSchema>
export type SketchDetail = z.infer<typeof sketchDetailSchema>
export type FilesDetail = z.infer<typeof filesDetailSchema>
export type ChecklistDetail = z.infer<typeof checklistDetailSchema>
export type ParametersDetail = z.infer<typeof parametersDetailSchema>

/** A score, or the reason why nothing was scored. A number never means "unknown". */
export const scoreSchema = z.discriminatedUnion('scored', [
  z.strictObject({
    scored: z.literal(true),
    /** From 0 to 1; cosines can be below 0 in the paper's setting. */
    value: z.number().min(-1).max(1),
    detail: z.union([
      shareDetailSchema,
      sketchDetailSchema,
      filesDetailSchema,
      checklistDetailSchema,
      parametersDetailSchema,
    ]),
  }),
  z.strictObject({
    scored: z.literal(false),
    reason: z.string(),
    /** Set if there is nothing to compare with or nothing to measure, which is nobody's fault. */
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

/** Facts about the files of a project. */
export const factsSchema = z.strictObject({
  files: z.int(),
  bytes: z.int(),
  /** One entry per language, the one with the most lines first. */
  languages: z.array(
    z.strictObject({
      language: z.string(),
      files: z.int(),
      /** Lines of code, without blank lines and comments. */
      lines: z.int(),
      tokens: z.int(),
    }),
  ),
  /** Number of bodies of functions and methods, and how many of them are empty or a placeholder. */
  bodies: z.strictObject({ total: z.int(), empty: z.int(), placeholder: z.int() }),
  /** Files that were not analysed, and why. */
  leftOut: z.array(z.strictObject({ path: z.string(), reason: z.string() })),
})
export type Facts = z.infer<typeof factsSchema>

/** The modules of a project and the imports between them. */
export const moduleGraphSchema = z.strictObject({
  modules: z.array(
    z.strictObject({
      path: z.string(),
      language: z.string(),
      entry: z.literal(true).optional().describe('Present if it starts the project.'),
      orphan: z.literal(true).optional().describe('Present if it is never reached from an entry.'),
      functions: z.int().nonnegative(),
      placeholders: z.int().nonnegative(),
    }),
  ),
  links: z.array(
    z.strictObject({
      from: z.int().nonnegative().describe('Index of the importing module.'),
      to: z.int().nonnegative().optional().describe('Index of the imported module.'),
      missing: z.string().optional().describe('The specifier, if it leads to no module.'),
      broken: z.string().optional().describe('Why the link is broken; missing if it is not.'),
    }),
  ),
  more: z.strictObject({ modules: z.int().nonnegative(), links: z.int().nonnegative() }).describe('Number left out.'),
})
export type ModuleGraph = z.infer<typeof moduleGraphSchema>

export const scoresRecordSchema = z.strictObject({
  schemaVersion,
  /** sha256 of the compared files and of the method. If it changes, the scores are computed again. */
  digest: z.string(),
  scores: z.array(namedScoreSchema),
  /** Absent if there is no project. */
  facts: factsSchema.optional(),
  /** Absent if there is no project, or if it was too large to be read. */
  graph: moduleGraphSchema.optional(),
})
export type ScoresRecord = z.infer<typeof scoresRecordSchema>

/** The similarity of one trial. If the similarity cannot be computed, `value` is null and `reason` says why. */
export const similaritySchema = z.strictObject({
  trial: z.string(),
  name: z.string(),
  setting: z.string(),
  value: z.number().nullable(),
  reason: z.string().optional(),
  embedder: z
    .string()
    .optional()
    .describe('The embedder of sentences; only scores of the same embedder are comparable.'),
})
export type Similarity = z.infer<typeof similaritySchema>

/** The measure of a scorer, or the reason why the scorer has no value. A number never means "unknown". */
export const measureSchema = z.discriminatedUnion('scored', [
  z.strictObject({
    scored: z.literal(true),
    value: z.number(),
    unit: z.string().max(40).optional().describe('Unit, such as "%" or "s"; none by default.'),
    better: z.enum(['higher', 'lower']).optional().describe('Whether higher or lower values are better, if either is.'),
    detail: z.unknown().optional().describe("Details in the scorer's own shape."),
  }),
  z.strictObject({
    scored: z.literal(false),
    reason: z.string(),
    applicable: z
      .literal(false)
      .optional()
      .describe('Given if the scorer measures nothing in trials of this kind; then a missing measure is not reported.'),
  }),
])
export type Measure = z.infer<typeof measureSchema>

const namedMeasuresSchema = z.array(z.strictObject({ name: z.string(), measure: measureSchema }))

/** `measures.json` of a trial, or of a run. */
export const measuresRecordSchema = z.strictObject({
  schemaVersion,
  measures: namedMeasuresSchema,
  agents: z
    .record(z.string(), namedMeasuresSchema)
    .optional()
    .describe('Measures of the trials of each agent alone, without details, if the run has several agents.'),
})
export type MeasuresRecord = z.infer<typeof measuresRecordSchema>

/** A measure in an export. If the scorer has no value, `value` is null and `reason` says why. */
export const measureRowSchema = z.strictObject({
  trial: z.string().optional().describe('Missing for a measure of the run.'),
  name: z.string(),
  value: z.number().nullable(),
  unit: z.string().optional(),
  better: z.enum(['higher', 'lower']).optional(),
  reason: z.string().optional(),
})
export type MeasureRow = z.infer<typeof measureRowSchema>
