import { z } from 'zod'

/** What a user's file may give as a project; its paths and its plan are checked with those of all agents. */
export const producedProjectSchema = z.object({
  files: z.array(z.object({ path: z.string(), content: z.union([z.string(), z.instanceof(Uint8Array)]) })),
})
