/** The plan of a project that an agent makes before it writes code, and the rounds in which it works. */
import * as z from 'zod'

const name = z.string().min(1).max(300)
const description = z.string().max(4000).default('')

const plannedParameterSchema = z.strictObject({ name, type: z.string().max(300).default(''), description })
const plannedFunctionSchema = z.strictObject({
  name,
  description,
  parameters: z.array(plannedParameterSchema).max(100).default([]),
})
export const plannedFileSchema = z.strictObject({
  path: z.string().min(1).max(1000),
  description,
  globals: z
    .array(z.strictObject({ name: z.string().max(300).default(''), description }))
    .max(300)
    .default([])
    .describe('Code outside of classes and functions: constants, registrations, exports.'),
  classes: z
    .array(z.strictObject({ name, description, functions: z.array(plannedFunctionSchema).max(300).default([]) }))
    .max(300)
    .default([]),
  functions: z.array(plannedFunctionSchema).max(300).default([]),
})
export type PlannedFile = z.infer<typeof plannedFileSchema>

/** A semantic architecture tree: modules, their files, and what each file contains, all in words. */
export const architectureSchema = z.strictObject({
  modules: z
    .array(z.strictObject({ name, description, files: z.array(plannedFileSchema).min(1).max(300) }))
    .min(1)
    .max(100),
})
export type Architecture = z.infer<typeof architectureSchema>

export const AGENT_STAGES = [
  ...(['architecture', 'skeleton', 'code', 'contract', 'layer'] as const),
  ...(['features', 'capabilities', 'files', 'bases', 'interfaces', 'integration'] as const),
] as const

/** One round of an agent that works in stages: what it made, and how it was judged. */
export const agentRoundSchema = z.strictObject({
  stage: z.enum(AGENT_STAGES),
  round: z.int().min(1),
  accepted: z.boolean(),
  score: z.number().min(0).max(10).optional().describe('Of the judging model; missing if it was not asked.'),
  checks: z
    .strictObject({ passed: z.int().nonnegative(), of: z.int().nonnegative() })
    .optional()
    .describe('Visible tests, if they were run.'),
  problem: z
    .string()
    .max(4000)
    .optional()
    .describe('Why there was nothing to judge: unreadable, or it does not compile.'),
  feedback: z.string().max(8000).optional().describe('What the next round was told.'),
  files: z.array(z.string().max(1000)).max(1000).describe('Paths of the files that the round wrote.'),
})
export type AgentRound = z.infer<typeof agentRoundSchema>
