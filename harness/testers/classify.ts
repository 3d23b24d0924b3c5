import { stripVTControlCharacters } from 'node:util'
import { errors } from '@playwright/test'
import { z } from 'zod'
import {
  BadParameter,
  DeadlineExceeded,
  ExpectationNotMet,
  HarnessFault,
  MachineFault,
  ProjectFault,
  messageOf,
} from '../errors.ts'
import type { Status } from '../contracts/schema.ts'
import { isTestcodeFault, placeOfFault } from './misuse.ts'
import { ENGINE } from './playwright/stillness/inside.ts'

const LONGEST_REASON = 2000
/** Characters of a message that are looked at: it may show all that a program has printed. */
const MOST_STRIPPED = 50_000

/** What a testcode's failure says, by the class of what was thrown and never by words in its message. */
export function statusOf(error: unknown): Exclude<Status, 'passed' | 'blocked' | 'not-run' | 'excluded'> {
  if (error instanceof BadParameter) return 'bad-parameter'
  if (error instanceof HarnessFault || isTestcodeFault(error)) return 'unjudged'
  if (error instanceof DeadlineExceeded || error instanceof errors.TimeoutError) return 'timeout'
  if (error instanceof ProjectFault) return 'error'
  if (error instanceof ExpectationNotMet || isFailedAssertion(error)) return 'failed'
  return 'error'
}

/** Says so if the project cannot have caused an error. */
export function faultOf(error: unknown): { readonly fault?: 'machine' } {
  return error instanceof MachineFault || isTestcodeFault(error) ? { fault: 'machine' } : {}
}

/** Playwright's `expect` throws plain errors that carry the result of the matcher. */
function isFailedAssertion(error: unknown): boolean {
  return error instanceof Error && 'matcherResult' in error && error.matcherResult !== undefined
}

export function reasonOf(error: unknown): string {
  // What is wrong with a value is said in full; the failed search that showed it adds nothing.
  const message =
    error instanceof BadParameter ? error.message : isTestcodeFault(error) ? faultText(error) : messageOf(error)
  const text = readable(stripVTControlCharacters(message.slice(0, MOST_STRIPPED))).trim()
  return text.length > LONGEST_REASON ? `${text.slice(0, LONGEST_REASON)}…` : text
}

function faultText(error: unknown): string {
  return `${placeOfFault(error)}${error instanceof Error ? error.message : String(error)}`
}

const rowsSchema = z.object({
  ask: z.literal('row'),
  texts: z.array(z.string()),
  name: z.object({ source: z.string(), flags: z.string() }).optional(),
})

/** How often the harness looks by itself is no limit of the testcode. */
const ONE_LOOK = / with timeout 1ms\b/g
/** As `rows` writes it. */
const ROWS = new RegExp(`(?:locator\\('body'\\)\\.)?locator\\('${ENGINE}=([^']+)'\\)`, 'g')

/** What Playwright says of a locator of rows, as a testcode has it. */
function readable(message: string): string {
  return message
    .replaceAll(ONE_LOOK, '')
    .replaceAll(ROWS, (selector, question: string) => rowsText(question) ?? selector)
}

/** @returns Undefined if it is another question, or a text of the project that looks like one */
function rowsText(question: string): string | undefined {
  const parsed = rowsSchema.safeParse(decoded(question))
  if (!parsed.success) return undefined
  const { texts, name } = parsed.data
  return `rows(${JSON.stringify(texts)}${name === undefined ? '' : `, /${name.source}/${name.flags}`})`
}

function decoded(question: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(question))
  } catch (error) {
    if (error instanceof URIError || error instanceof SyntaxError) return undefined
    throw error
  }
}
