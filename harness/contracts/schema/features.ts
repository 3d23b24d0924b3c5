/** The data that a benchmark gives to scorers of the features of a library. */
import { z } from 'zod'

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
})
export type Categories = z.infer<typeof categoriesSchema>
