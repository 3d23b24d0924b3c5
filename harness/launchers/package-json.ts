import { z } from 'zod'
import type { ProjectView } from './project-view.ts'

const names = z.record(z.string(), z.string()).catch({})
/** The relevant fields of a package.json. An invalid field counts as absent. */
const manifestSchema = z.object({
  main: z.string().optional().catch(undefined),
  bin: z
    .union([z.string(), z.record(z.string(), z.string())])
    .optional()
    .catch(undefined),
  scripts: names,
  dependencies: names,
  devDependencies: names,
})
export type Manifest = z.infer<typeof manifestSchema>

/** Empty if there is no package.json, or if it cannot be parsed. */
export function manifestOf(view: ProjectView): Manifest {
  return manifestSchema.catch(manifestSchema.parse({})).parse(parsed(view.text('package.json')))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
