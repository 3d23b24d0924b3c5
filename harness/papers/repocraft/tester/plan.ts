/** The plan of a benchmark for the tester `tasks`, as plain data. */
import * as z from 'zod'

const taskSchema = z.strictObject({
  id: z.string().min(1).max(300),
  algorithm: z.string().min(1),
  query: z.string().min(1),
  tests: z.array(z.string().min(1)).min(1),
  code: z.string().min(1),
})

export const tasksPlanSchema = z.strictObject({
  tasks: z.array(taskSchema),
  /** The folder of the reference, which is never shown to produced code. */
  reference: z.string().startsWith('/').optional(),
})
export type TasksPlan = z.infer<typeof tasksPlanSchema>
