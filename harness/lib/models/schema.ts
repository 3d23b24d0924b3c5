/** Shapes around models: what people write in `pe.config.ts`, and what is kept of an exchange. */
import { z } from 'zod'
import { messageSchema, priceSchema, tokensSchema } from '../../contracts/schema.ts'

export const SERVER_NAMES = ['openai', 'anthropic', 'gemini', 'openrouter', 'ollama', 'vllm', 'lmstudio'] as const
export const serverNameSchema = z.enum(SERVER_NAMES)
export type ServerName = z.infer<typeof serverNameSchema>

const positive = z.number().positive()
const whole = z.int().positive()

export const reasoningEffortSchema = z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh'])
export const formatSchema = z.enum(['json', 'files'])

/** Of a server. A key in it would be written with the settings of a run, and no request can be sent to such an address. */
export const baseURLSchema = z
  .url({ protocol: /^https?$/, error: 'expected an address that begins with http:// or https://' })
  .refine((address) => new URL(address).username === '' && new URL(address).password === '', {
    error: 'an address holds no user and no password; use keyVariable or headers',
    when: ({ issues }) => issues.length === 0,
  })

/** A model as `pe.config.ts` or a preset describes it. */
export const modelSettingsSchema = z.strictObject({
  model: z.string().min(1).describe('As its server calls it.'),
  server: serverNameSchema.optional().describe('One whose address and key variable are known; openai by default.'),
  baseURL: baseURLSchema.optional().describe('Of any server with a compatible API.'),
  keyVariable: z
    .string()
    .min(1)
    .nullable()
    .optional()
    .describe('Environment variable with the key; null: none needed.'),
  temperature: z.number().min(0).max(2).nullable().optional().describe('0 by default; null: not sent.'),
  seed: z.int().optional(),
  maxTokens: whole.optional().describe('Most tokens of one answer.'),
  reasoningEffort: reasoningEffortSchema.optional(),
  format: formatSchema.optional().describe('How files are asked for; json by default.'),
  repairs: z.int().min(0).max(10).optional().describe('How often an unreadable answer is sent back; 0 by default.'),
  price: priceSchema.optional(),
  requestsPerMinute: positive.optional(),
  tokensPerMinute: positive.optional(),
  headers: z.record(z.string(), z.string()).optional(),
  timeout: positive.optional().describe('Seconds without a sign of life until a call is given up; 600 by default.'),
  retries: z.int().min(0).max(20).optional().describe('Of a call that failed for no fault of its own; 5 by default.'),
})
export type ModelSettings = z.infer<typeof modelSettingsSchema>

/** A command-line tool that writes projects. */
export const commandSettingsSchema = z.strictObject({
  command: z.array(z.string().min(1)).min(1).describe('Program and arguments; {{prompt}} and {{model}} are replaced.'),
  hosts: z.array(z.string().min(1)).describe('All that it may reach, as host or host:port.'),
  model: z.string().optional(),
  environment: z.record(z.string(), z.string()).optional(),
  keyVariables: z.array(z.string()).optional().describe('Environment variables that are handed on, such as its key.'),
  shows: z.array(z.string()).optional().describe('Folders that it needs to see besides its own, read-only.'),
  timeout: positive.optional().describe('Seconds for one project; 1800 by default.'),
})
export type CommandSettings = z.infer<typeof commandSettingsSchema>

/** What `pe.config.ts` exports: own names for models and tools. */
export interface Config {
  readonly agents?: Readonly<Record<string, ModelSettings | CommandSettings>>
}

// ---- exchanges ---------------------------------------------------------------------------------------------------

/** How an answer ended. All but `stop` leave the agent without one. */
export const finishSchema = z.enum(['stop', 'length', 'refusal', 'content-filter', 'context-overflow'])
export type Finish = z.infer<typeof finishSchema>

export const exchangeRequestSchema = z.strictObject({
  /** Not an address: the same model of the same server is the same wherever it is reached from. */
  server: z.string(),
  model: z.string(),
  parameters: z.record(z.string(), z.union([z.string(), z.number()])),
  messages: z.array(messageSchema),
  sample: z.int().min(1),
  /** Above 1 where the agent was asked anew on purpose. */
  attempt: z.int().min(1),
})
export type ExchangeRequest = z.infer<typeof exchangeRequestSchema>

export const exchangeResponseSchema = z.strictObject({
  text: z.string(),
  finish: finishSchema,
  /** What the server said with a refusal, a filter or an overflow. */
  message: z.string().optional(),
  /** The model that the server says it used. */
  model: z.string().nullable(),
  tokens: tokensSchema.nullable(),
})
export type ExchangeResponse = z.infer<typeof exchangeResponseSchema>

/** One line of `exchanges.jsonl`, and one file of the cache. */
export const exchangeSchema = z.strictObject({
  schemaVersion: z.literal(1),
  digest: z.string(),
  /** What the agent wanted with it, such as `code`. */
  purpose: z.string(),
  at: z.string(),
  milliseconds: z.number().nonnegative(),
  request: exchangeRequestSchema,
  response: exchangeResponseSchema,
  /** What was tried before it succeeded. */
  failures: z.array(z.string()),
  /** Whether it had been paid for before, by another run. */
  reused: z.boolean(),
  price: priceSchema.nullable(),
  /** US dollars; null where the price or the tokens are unknown. */
  cost: z.number().nonnegative().nullable(),
})
export type Exchange = z.infer<typeof exchangeSchema>
