/** Calls of models that a tool made through the gateway: the lines of `model-calls.jsonl`. */
import * as z from 'zod'
import { priceSchema, tokensSchema } from './results.ts'

/** The APIs that the gateway reads. Calls of any other API pass as well, and are recorded without their content. */
export const MODEL_APIS = ['anthropic', 'chat', 'responses', 'gemini'] as const
export const modelApiSchema = z.enum([...MODEL_APIS, 'unknown'])
export type ModelApi = z.infer<typeof modelApiSchema>

/** A part of a message, the same for every API. */
export const messagePartSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({ type: z.literal('reasoning'), text: z.string() }),
  z.strictObject({
    type: z.literal('tool-call'),
    id: z.string(),
    name: z.string(),
    arguments: z.record(z.string(), z.unknown()).describe('`{"text": …}` if the model wrote no JSON object.'),
  }),
  z.strictObject({ type: z.literal('tool-result'), id: z.string(), text: z.string(), failed: z.boolean().optional() }),
  z.strictObject({ type: z.literal('other'), name: z.string(), bytes: z.int().nonnegative() }),
])
export type MessagePart = z.infer<typeof messagePartSchema>

export const callMessageSchema = z.strictObject({
  role: z.enum(['system', 'user', 'assistant']),
  parts: z.array(messagePartSchema),
})
export type CallMessage = z.infer<typeof callMessageSchema>

/** A file of the room that is new, changed or removed since the call before. */
export const fileChangeSchema = z.strictObject({
  path: z.string(),
  change: z.enum(['added', 'changed', 'removed']),
  bytes: z.int().nonnegative(),
  text: z.string().optional().describe('Its text, if it is short.'),
})
export type FileChange = z.infer<typeof fileChangeSchema>

/** Of a call that was not answered. `limit`: the harness refused it; `tool`: the tool is at fault, or hung up. */
export const callFaultSchema = z.strictObject({
  kind: z.enum(['fatal', 'unavailable', 'refused', 'limit', 'tool']),
  message: z.string(),
})
export type CallFault = z.infer<typeof callFaultSchema>

/** A request and its answer. Messages are stored once, in the line of the first call that has them. */
export const modelCallSchema = z.strictObject({
  schemaVersion: z.literal(1),
  number: z.int().positive().describe('From 1, within its room.'),
  room: z.string().describe('Each start of a tool has a room of its own.'),
  purpose: z.string(),
  at: z.iso.datetime(),
  milliseconds: z.number().nonnegative(),
  firstByte: z.number().nonnegative().nullable().describe('Milliseconds until the answer began.'),
  api: modelApiSchema,
  method: z.string(),
  path: z.string(),
  model: z.string().nullable().describe('The model that the tool asked for.'),
  messages: z.array(z.string()).describe('Digests of the messages of the request, in order.'),
  added: z.record(z.string(), callMessageSchema).describe('Digest → message that no call before had.'),
  tools: z.array(z.string()).describe('Names of the tools that were offered.'),
  status: z.int().nullable().describe('Of HTTP; null if there was no answer.'),
  answer: z
    .strictObject({
      parts: z.array(messagePartSchema),
      stop: z.string().nullable().describe('Why the answer ended, in the words of the API.'),
      model: z.string().nullable(),
      complete: z.boolean().describe('False if the stream broke off, or if the tool hung up.'),
    })
    .nullable(),
  tokens: tokensSchema.nullable(),
  price: priceSchema.nullable(),
  cost: z.number().nonnegative().nullable().describe('US dollars; null if the price or the tokens are unknown.'),
  failures: z.array(z.string()).describe('Messages of the failed attempts before the answer.'),
  fault: callFaultSchema.optional(),
  files: z.array(fileChangeSchema).describe('What the tool had changed in its folder before this call.'),
  shortened: z.boolean().optional().describe('Contents were left out, because the record reached its limit.'),
})
export type ModelCall = z.infer<typeof modelCallSchema>
