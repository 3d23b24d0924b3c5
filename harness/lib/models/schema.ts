/** Schemas of `pe.config.ts` and of recorded exchanges. */
import * as z from 'zod'
import { messageSchema, priceSchema, tokensSchema, type Price } from '../../contracts/schema.ts'

export const SERVER_NAMES = ['openai', 'anthropic', 'gemini', 'openrouter', 'ollama', 'vllm', 'lmstudio'] as const
export const serverNameSchema = z.enum(SERVER_NAMES)
export type ServerName = z.infer<typeof serverNameSchema>

const positive = z.number().positive()
const whole = z.int().positive()

export const reasoningEffortSchema = z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh'])
export const formatSchema = z.enum(['json', 'files'])

/** Address of a server. A key in it would be recorded with the settings of a run, and fetch refuses such an address. */
export const baseURLSchema = z
  .url({ protocol: /^https?$/, error: 'expected an address that begins with http:// or https://' })
  .refine((address) => new URL(address).username === '' && new URL(address).password === '', {
    error: 'an address must not contain a user or password; use keyVariable or headers',
    when: ({ issues }) => issues.length === 0,
  })

/** A model as `pe.config.ts` or a preset describes it. */
export const modelSettingsSchema = z.strictObject({
  model: z.string().min(1).describe('The name that its server uses.'),
  server: serverNameSchema.optional().describe('A server with a known address and key variable; openai by default.'),
  baseURL: baseURLSchema.optional().describe('Address of any server with a compatible API.'),
  keyVariable: z
    .string()
    .min(1)
    .nullable()
    .optional()
    .describe('Environment variable with the key; null if no key is needed.'),
  temperature: z.number().min(0).max(2).nullable().optional().describe('0 by default; null to send none.'),
  seed: z.int().optional(),
  maxTokens: whole.optional().describe('Token limit of one answer.'),
  reasoningEffort: reasoningEffortSchema.optional(),
  format: formatSchema.optional().describe('Format in which files are requested; json by default.'),
  repairs: z
    .int()
    .min(0)
    .max(10)
    .optional()
    .describe('How often an unreadable answer is sent back for repair; 0 by default.'),
  feedback: z
    .int()
    .min(0)
    .max(20)
    .optional()
    .describe('How often the model is shown what its project came to, and writes it again; 0 by default.'),
  price: priceSchema.optional(),
  requestsPerMinute: positive.optional(),
  tokensPerMinute: positive.optional(),
  headers: z.record(z.string(), z.string()).optional(),
  timeout: positive.optional().describe('Seconds without data until a call is aborted; 600 by default.'),
  retries: z.int().min(0).max(20).optional().describe('Retries of a call that failed temporarily; 5 by default.'),
})
export type ModelSettings = z.infer<typeof modelSettingsSchema>

/** A command-line tool that writes projects. */
export const commandSettingsSchema = z.strictObject({
  command: z
    .array(z.string().min(1))
    .min(1)
    .describe(
      'Program and arguments; {{prompt}}, {{promptFile}} and {{model}} are replaced. The file is also its stdin.',
    ),
  hosts: z
    .array(z.string().min(1), {
      error: ({ input }) =>
        input === undefined ? 'is missing: a list of the hosts that the tool may reach, or [] for none' : undefined,
    })
    .describe('The hosts that it may reach, as host or host:port.'),
  model: z.string().optional(),
  environment: z.record(z.string(), z.string()).optional(),
  keyVariables: z.array(z.string()).optional().describe('Environment variables that it inherits, such as its key.'),
  baseURL: baseURLSchema
    .optional()
    .describe('Address of its model, which it reaches through the gateway of the harness; needs baseURLVariable.'),
  baseURLVariable: z
    .string()
    .min(1)
    .optional()
    .describe('Environment variable in which it expects that address. The first of keyVariables holds the key.'),
  price: priceSchema.optional(),
  shows: z.array(z.string()).optional().describe('Other folders that it may read.'),
  timeout: positive.optional().describe('Seconds for one project; 1800 by default.'),
})
export type CommandSettings = z.infer<typeof commandSettingsSchema>

/** The default export of `pe.config.ts`: names for models and tools, and prices. */
export interface Config {
  readonly agents?: Readonly<Record<string, ModelSettings | CommandSettings>>
  /** US dollars per million tokens, by the name of a model: they replace listed prices. */
  readonly prices?: Readonly<Record<string, Price>>
}

// ---- exchanges ---------------------------------------------------------------------------------------------------

/** How an answer ended. Only `stop` gives the agent an answer. */
export const finishSchema = z.enum(['stop', 'length', 'refusal', 'content-filter', 'context-overflow'])
export type Finish = z.infer<typeof finishSchema>

export const exchangeRequestSchema = z.strictObject({
  /** A name: `local` for all servers on this machine. */
  server: z.string(),
  /** Two servers may give a model the same name. Missing in exchanges that older versions recorded. */
  address: z.string().optional(),
  model: z.string(),
  parameters: z.record(z.string(), z.union([z.string(), z.number()])),
  messages: z.array(messageSchema),
  sample: z.int().min(1),
  /** Above 1 if the agent repeats a request on purpose. */
  attempt: z.int().min(1),
})
export type ExchangeRequest = z.infer<typeof exchangeRequestSchema>

export const exchangeResponseSchema = z.strictObject({
  text: z.string(),
  finish: finishSchema,
  /** The server's message on a refusal, a filter or an overflow, or what came in place of a text. */
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
  /** The purpose of the answer, such as `code`. */
  purpose: z.string(),
  at: z.string(),
  milliseconds: z.number().nonnegative(),
  request: exchangeRequestSchema,
  response: exchangeResponseSchema,
  /** Messages of the failed attempts before the answer. */
  failures: z.array(z.string()),
  /** Differences between the request and what was sent, because the server refused it: one sentence each. */
  leftOut: z.array(z.string()).optional(),
  /** Whether the answer comes from the cache or from another trial, so that it costs nothing again. */
  reused: z.boolean(),
  price: priceSchema.nullable(),
  /** US dollars; null if the price or the tokens are unknown. */
  cost: z.number().nonnegative().nullable(),
})
export type Exchange = z.infer<typeof exchangeSchema>
