/** The data that a benchmark gives to scorers of the features of a library. */
import * as z from 'zod'

const checkedSchema = z.strictObject({
  tasks: z.int().nonnegative(),
  voted: z.int().nonnegative().describe('Tasks that the votes accept.'),
  passed: z.int().nonnegative().describe('Tasks whose test passes.'),
  unjudged: z.int().nonnegative(),
})
export type Checked = z.infer<typeof checkedSchema>

/** How a judge of tasks judges repositories of which the result is known; `pe judge-check` measures it. */
export const judgeCheckSchema = z.strictObject({
  model: z.string().min(1).max(300),
  votes: z.int().positive(),
  digest: z.string().describe('Of the library whose tasks it judged.'),
  at: z.string(),
  reference: checkedSchema.describe('Expected: all.'),
  empty: checkedSchema.describe('Expected: none.'),
  unrelated: checkedSchema.describe('Expected: none.'),
})
export type JudgeCheck = z.infer<typeof judgeCheckSchema>

/** The file of a library with its checks, the newest last. */
export const judgeChecksSchema = z.strictObject({
  schemaVersion: z.literal(1),
  checks: z.array(judgeCheckSchema).max(100),
})

export const categoriesSchema = z.strictObject({
  categories: z
    .array(
      z.strictObject({
        id: z.string().min(1).max(2000),
        text: z.string().min(1).max(2000).describe('Embedded, and shown to a model.'),
      }),
    )
    .min(1)
    .max(5000)
    .describe('The categories of features of the reference. Agents never see them.'),
  checks: z.array(judgeCheckSchema).optional().describe('Of the judges of its tasks.'),
})
export type Categories = z.infer<typeof categoriesSchema>
