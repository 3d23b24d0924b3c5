/** What the worker says, checked: it has read what hostile pages and programs wrote. */
import { z } from 'zod'

const LONGEST_REASON = 4000
const OUTCOMES = [
  'passed',
  /** An expectation was not met. */
  'failed',
  /** The testcode ended with an exception that it did not throw itself. */
  'raised',
  /** What a locator names is not on the page. */
  'missing',
  'timeout',
  'bad-parameter',
  /** Nobody answered at an address, or the browser was not let there. */
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
  /** The browser shows a page of its own, about one that it could not open. */
  unreachable: z.boolean(),
})
export type ShownPage = z.infer<typeof pageSchema>

const refused = z.array(z.string().max(1000)).max(100).default([])

export const replySchema = z.object({
  outcome: z.enum(OUTCOMES),
  reason: z
    .string()
    .transform((text) => text.slice(0, LONGEST_REASON))
    .optional(),
  locator: z.string().optional(),
  /** Locators that have led to an element in this trial. */
  proven: z.array(z.string()).default([]),
  refused,
  /** The document that the page shows at the end. */
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
  /** What could not be had, and why. */
  problems: z.array(z.string()).default([]),
  /** Whether something took longer than it may. */
  hangs: z.boolean().default(false),
})
export type Look = z.infer<typeof lookSchema>

export const sessionSchema = z.object({ session: z.string().min(1) })
export const attachedSchema = z.object({ attached: z.literal(true) })

const identified = z.object({ reply: z.int(), value: z.unknown() })
const called = z.object({ call: z.int(), name: z.string(), arguments: z.record(z.string(), z.unknown()) })
export const messageSchema = z.union([identified, called])
