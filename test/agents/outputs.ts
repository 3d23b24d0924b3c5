/** Recorded shapes of model output, each with the expected files or fault. */
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { agentFaultKindSchema } from '../../harness/contracts/schema.ts'
import { formatSchema } from '../../harness/lib/models/schema.ts'
import { root } from '../helpers.ts'

const shapeSchema = z.strictObject({
  name: z.string(),
  format: formatSchema,
  text: z.string(),
  files: z.record(z.string(), z.string()).optional(),
  fault: agentFaultKindSchema.optional(),
})
export type Shape = z.infer<typeof shapeSchema> & { readonly class: string }

const folder = path.join(root, 'test', 'fixtures', 'outputs')

export const SHAPES: readonly Shape[] = readdirSync(folder).flatMap((file) => {
  const shapes = z.array(shapeSchema).parse(JSON.parse(readFileSync(path.join(folder, file), 'utf8')))
  return shapes.map((shape) => ({ ...shape, class: path.basename(file, '.json') }))
})
