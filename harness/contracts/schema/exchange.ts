/** Inputs and outputs of agents: briefs, questions, answers and launch plans. */
import * as z from 'zod'
import { PATIENCES, PROTOCOLS } from '../vocabulary.ts'
import { missionId, schemaVersion, variantId } from './base.ts'
import { checklistSchema, missionKindSchema } from './missions.ts'

const argument = z
  .string()
  .min(1)
  .max(4096)
  .refine((text) => !text.includes('\0'), 'no NUL characters')
const command = z.array(argument).min(1).max(64).describe('A program and its arguments.')

/** How to start a website: a server that listens. */
export const websitePlanSchema = z.strictObject({
  install: command.optional(),
  prepare: z
    .union([command, z.array(command).min(1).max(16)])
    .optional()
    .describe('One command, or several in order: each runs to its end before every start, such as migrations.'),
  start: command,
  port: z.int().min(1).max(65535).default(8000).describe('The port that it listens on, unless PORT is set.'),
  homepage: z.string().startsWith('/').max(2048).default('/'),
})
/** The file that starts the project, as its author named it. The launcher decides how to start it. */
export const startFilePlanSchema = z.strictObject({ startFile: argument })
/** How to run a program. */
export const programPlanSchema = z.strictObject({ install: command.optional(), run: command })
/** How to build a source tree that is judged without being started. */
export const sourcePlanSchema = z.strictObject({
  install: command.optional(),
  build: z.union([command, z.array(command).min(1).max(16)]).describe('One command, or several in order.'),
})
export const launchPlanSchema = z.union([websitePlanSchema, programPlanSchema, startFilePlanSchema, sourcePlanSchema])
export type WebsitePlan = z.infer<typeof websitePlanSchema>
export type ProgramPlan = z.infer<typeof programPlanSchema>
export type StartFilePlan = z.infer<typeof startFilePlanSchema>
export type LaunchPlan = z.infer<typeof launchPlanSchema>

/** Testcode id → parameter name → value. Values come from an agent: each is checked when it is used, one by one. */
export const answersSchema = z.record(z.string(), z.record(z.string(), z.unknown()))
export type Answers = z.infer<typeof answersSchema>

/** Names are free text, because not every benchmark uses those of `mission.yaml`. */
export const questionSchema = z.strictObject({
  testcode: z.string().min(1).max(300),
  page: z.string(),
  function: z.string(),
  parameters: z.array(z.strictObject({ name: z.string().min(1).max(200), kind: z.string(), description: z.string() })),
})
export type Question = z.infer<typeof questionSchema>

export const briefFileSchema = z.strictObject({ path: z.string(), content: z.string() })
/** Kinds of documents in a brief. */
export const DOCUMENT_ROLES = ['prd', 'uml', 'architecture', 'statement', 'template', 'tests', 'other'] as const

/** The input of a brief: exactly one of these. */
export const inputSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('prompt'), prompt: z.string() }),
  z.strictObject({ type: z.literal('checklist'), checklist: checklistSchema }),
  z.strictObject({ type: z.literal('skeleton'), files: z.array(briefFileSchema) }),
  z.strictObject({
    type: z.literal('documents'),
    documents: z.array(briefFileSchema.extend({ role: z.enum(DOCUMENT_ROLES).describe('Kind of document.') })).min(1),
    others: z
      .array(z.strictObject({ path: z.string(), bytes: z.int().nonnegative() }))
      .optional()
      .describe('Files beside the documents, which tools find in their room: relative to its folder, or absolute.'),
  }),
])
export type Input = z.infer<typeof inputSchema>

/**
 * All that an agent is told before it writes its project. Strict: it rejects a testcode, a canonical file or an answer that
 * was put into it by mistake, and `never` makes that a type error, too.
 */
export const briefSchema = z.strictObject({
  schemaVersion,
  mission: missionId,
  title: z.string(),
  kind: missionKindSchema,
  variant: variantId,
  stack: z.string(),
  advice: z.string(),
  input: inputSchema,
  materials: z.array(z.string()),
})
export type Brief = Readonly<z.infer<typeof briefSchema>> & {
  readonly testcodes?: never
  readonly canonical?: never
  readonly answers?: never
  readonly parameters?: never
}

/** One message of a conversation with a model. */
export const messageSchema = z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })
export type Message = z.infer<typeof messageSchema>

export const patienceSchema = z.enum(PATIENCES)

export const protocolSchema = z.enum(PROTOCOLS)
