import * as z from 'zod'

/** The files of a project from a user's agent. Paths and launch plan are checked later, as for every agent. */
export const producedProjectSchema = z.object({
  files: z.array(z.object({ path: z.string(), content: z.union([z.string(), z.instanceof(Uint8Array)]) })),
})
