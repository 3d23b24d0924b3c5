import type { Locator, Page } from '@playwright/test'
import { ENGINE } from '../stillness/inside.ts'

/**
 * The innermost elements that hold all the texts and, if a name is given, one button or link of that name and no second one:
 * rows, whatever they are made of. Linear in the size of the page.
 * @param texts Compared without regard to case and white space
 * @param control The name of a button or link that is in each row once
 */
export function rowsOf(within: Page | Locator, texts: readonly string[], control?: RegExp): Locator {
  const name = control === undefined ? {} : { name: { source: control.source, flags: control.flags } }
  // A quote would hide from the browser library where the selector ends.
  const question = encodeURIComponent(JSON.stringify({ ask: 'row', texts, ...name })).replaceAll("'", '%27')
  return within.locator(`${ENGINE}=${question}`)
}
