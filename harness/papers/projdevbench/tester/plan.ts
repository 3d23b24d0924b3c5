/** The plan of a benchmark for the tester `review`, as plain data. */
import * as z from 'zod'

const paths = z.array(z.string()).min(1)
const suffixes = z.array(z.string())

const ruleSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('gitignore'), entries: paths }),
  z.strictObject({
    kind: z.literal('forbidden'),
    pattern: z.string().min(1),
    /** Only in these files; everywhere by default. */
    paths: paths.optional(),
    suffixes: suffixes.optional(),
    caseSensitive: z.boolean(),
    stripComments: z.boolean(),
  }),
  /** `references`: the same files as the benchmark ships them, whose headers are allowed too. */
  z.strictObject({
    kind: z.literal('headers'),
    files: paths,
    allowed: z.array(z.string()),
    references: z.record(z.string(), z.string()),
  }),
  z.strictObject({ kind: z.literal('unchanged'), files: paths, references: z.record(z.string(), z.string()) }),
  z.strictObject({ kind: z.literal('exist'), files: paths }),
  z.strictObject({ kind: z.literal('cmake'), file: z.string() }),
  /** No arguments were published: approved as published; what its text forbids is checked otherwise. */
  z.strictObject({ kind: z.literal('text'), forbids: z.enum(['cmake-artifacts', 'containers', 'nothing']) }),
  /** A question to a model. It has a name if it can be asked together with others. */
  z.strictObject({ kind: z.literal('model'), name: z.string().optional(), question: z.string() }),
])
export type Rule = z.infer<typeof ruleSchema>

export const reviewPlanSchema = z.strictObject({
  rules: z.record(z.string(), ruleSchema),
  /** The text that the project was written for. */
  statement: z.string().optional(),
})
export type ReviewPlan = z.infer<typeof reviewPlanSchema>
