import type { Locator, Page } from '@playwright/test'
import * as z from 'zod'
import { ENGINE } from '../stillness/inside.ts'

const questionSchema = z.object({
  ask: z.literal('row'),
  texts: z.array(z.string()),
  name: z.object({ source: z.string(), flags: z.string() }).optional(),
})
type RowsQuestion = z.infer<typeof questionSchema>

/**
 * Finds rows, whatever their markup: the innermost elements that contain all the texts and, if a name is given, exactly one button
 * or link of that name. Linear in the size of the page.
 * @param texts Compared without regard to case and white space
 * @param control The name of a button or link that is in each row once
 */
export function rowsOf(within: Page | Locator, texts: readonly string[], control?: RegExp): Locator {
  const name = control === undefined ? {} : { name: { source: control.source, flags: control.flags } }
  // A quote would hide the end of the selector from the browser library.
  const question = encodeURIComponent(JSON.stringify({ ask: 'row', texts, ...name })).replaceAll("'", '%27')
  return within.locator(`${ENGINE}=${question}`)
}

/**
 * Reads the selector that `rowsOf` writes.
 * @param question What follows the name of the engine
 * @returns Undefined for another question, or a text of the project that looks like one
 */
export function rowsQuestion(question: string): RowsQuestion | undefined {
  return questionSchema.safeParse(decoded(question)).data
}

function decoded(question: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(question))
  } catch (error) {
    if (error instanceof URIError || error instanceof SyntaxError) return undefined
    throw error
  }
}
