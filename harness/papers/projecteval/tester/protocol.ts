/** Schemas of the worker's messages. They are not trusted: the worker has read hostile pages and files. */
import * as z from 'zod'

const LONGEST_REASON = 4000
const OUTCOMES = [
  'passed',
  /** An expectation was not met. */
  'failed',
  /** The testcode ended with an exception that it did not raise itself. */
  'raised',
  /** The element of a locator is not on the page. */
  'missing',
  'timeout',
  'bad-parameter',
  /** No server answered at an address, or the browser's policy blocked it. */
  'unreachable',
  'project',
  'harness',
  /** The browser or its driver has gone. */
  'lost',
] as const

const pageSchema = z.object({
  status: z.number().nullable(),
  mime: z.string(),
  url: z.string(),
  /** The browser shows its own error page. */
  unreachable: z.boolean(),
})

const refused = z.array(z.string().max(1000)).max(100).default([])

export const replySchema = z.object({
  outcome: z.enum(OUTCOMES),
  reason: z
    .string()
    .transform((text) => text.slice(0, LONGEST_REASON))
    .optional(),
  locator: z.string().optional(),
  /** Locators that have found an element in this trial. */
  proven: z.array(z.string()).default([]),
  refused,
  /** The last document. */
  page: pageSchema.optional(),
  /** Whether the homepage shows nothing at all. */
  empty: z.boolean().optional(),
})
export type Reply = z.infer<typeof replySchema>

export const lookSchema = z.object({
  /** PNG, base64. */
  screenshot: z.string().optional(),
  console: z.array(z.string()).max(100).default([]),
  refused,
  /** Evidence that could not be collected, and why. */
  problems: z.array(z.string()).default([]),
  /** Whether something exceeded its timeout. */
  hangs: z.boolean().default(false),
})
export type Look = z.infer<typeof lookSchema>

export const sessionSchema = z.object({ session: z.string().min(1) })
export const attachedSchema = z.object({ attached: z.literal(true) })

const identified = z.object({ reply: z.int(), value: z.unknown() })
const called = z.object({ call: z.int(), name: z.string(), arguments: z.record(z.string(), z.unknown()) })
export const messageSchema = z.union([identified, called])
