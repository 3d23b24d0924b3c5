import { errors, type Locator, type Page } from '@playwright/test'
import { BadParameter, ExpectationNotMet } from '../../errors.ts'
import type { ElementKind } from '../../contracts/schema.ts'
import { steadily } from './expectations/steady.ts'
import { STANDARD_CSS } from './standard-css.ts'
import type { Stillness } from './stillness/stillness.ts'

/** Characters of a selector. A path from the root of a deep page takes a few hundred. */
const LONGEST = 1000

/** What a user would take for each kind. CSS, so that the browser's own engine decides and no script of the page. */
const KINDS: Readonly<Record<ElementKind, string>> = {
  any: '*',
  button:
    'button, input:is([type=submit], [type=button], [type=reset], [type=image]), [role=button], a, summary, label',
  link: 'a[href], area[href], [role=link]',
  field:
    'input:not([type=hidden], [type=submit], [type=button], [type=reset], [type=image], [type=checkbox], [type=radio]), ' +
    'textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=spinbutton], [role=searchbox], [role=combobox]',
  checkbox: 'input:is([type=checkbox], [type=radio]), [role=checkbox], [role=radio], [role=switch]',
  select: 'select, [role=combobox], [role=listbox], [role=radiogroup]',
  form: 'form, [role=form], fieldset, dialog',
  list: 'ul, ol, dl, menu, table, tbody, [role=list], [role=table], [role=grid], section, article, main, div',
  table: 'table, [role=table], [role=grid]',
  graphic: 'canvas, svg, img, picture, object, [role=img], figure, :has(> canvas, > svg, > img)',
  text: '*:not(input, textarea, select, script, style, template, head, head *)',
}

/**
 * The selector that Playwright understands for what an agent wrote: an id (a bare word, or `#id`), CSS, or XPath. Both are
 * evaluated by the browser itself, so what it does not know is not valid.
 * @throws BadParameter if it is empty, too long or uses the library's own chaining
 */
export function selectorOf(value: string, name: string): string {
  const text = value.trim()
  if (text === '') throw new BadParameter(`the value of "${name}" is empty`)
  if (text.length > LONGEST) {
    throw new BadParameter(`the selector given for "${name}" has more than ${String(LONGEST)} characters`)
  }
  if (text.includes('>>')) throw new BadParameter(`"${text}" given for "${name}" is neither an id, CSS nor XPath`)
  if (/^(xpath=|\(*\.?\/)/.test(text)) return `xpath=${text.replace(/^xpath=/, '')}`
  if (text.startsWith('id=')) return byId(text.slice(3))
  if (/^[\p{L}_][\p{L}\p{N}_:.-]*$/u.test(text)) return byId(text)
  return `${STANDARD_CSS}=${text.replace(/^css=/, '')}`
}

function byId(id: string): string {
  return `css=[id=${JSON.stringify(id)}]`
}

export interface Lookup {
  readonly page: Page
  readonly stillness: Stillness
  /** Milliseconds that may be waited for it. */
  readonly patience: number
  /** It is waited for all that time, also on a page at rest. */
  readonly full: boolean
  readonly name: string
  readonly value: string
  readonly kind: ElementKind
  /** Values that led to an element before in this trial. Added to. */
  readonly proven: Set<string>
  /** The status with which the project answered the page that is shown. */
  readonly pageStatus: number
}

/**
 * The one element that a parameter names, waiting for it to appear.
 * @throws BadParameter where none, several, or one of another kind is there
 * @throws ExpectationNotMet where none is there and that is the project's doing: its page is a failure, or the same value
 *   led to an element before
 */
export async function theOneElement(lookup: Lookup): Promise<Locator> {
  const { page, name, value, kind, proven } = lookup
  const locator = page.locator(selectorOf(value, name))
  await waitForOne(locator, lookup)
  if ((await locator.and(page.locator(`css=${KINDS[kind]}`)).count()) !== 1) {
    throw new BadParameter(`"${value}" given for "${name}" is not a ${kind}`)
  }
  proven.add(value)
  return locator
}

async function waitForOne(locator: Locator, lookup: Lookup): Promise<void> {
  const { stillness, patience, full } = lookup
  const glance = async () => {
    const count = await countOf(locator, lookup)
    return { problem: count === 1 ? undefined : problemOf(count, lookup) }
  }
  await steadily({ glance }, stillness, { patience, full, stays: false })
}

function problemOf(count: number, { name, value, proven, pageStatus }: Lookup): Error {
  if (count === 0 && pageStatus >= 500)
    return new ExpectationNotMet(`"${value}" (${name}) is not there: the page answered ${String(pageStatus)}`)
  if (count === 0 && proven.has(value))
    return new ExpectationNotMet(`"${value}" (${name}) was there before and is not there now`)
  const found = count === 0 ? 'matches no element' : `matches ${String(count)} elements`
  return new BadParameter(`"${value}" given for "${name}" ${found} of the page`)
}

/** @throws BadParameter where the browser does not understand the selector */
async function countOf(locator: Locator, { value, name }: Lookup): Promise<number> {
  try {
    return await locator.count()
  } catch (error) {
    if (error instanceof errors.TimeoutError || !/selector|xpath|css/i.test(String(error))) throw error
    throw new BadParameter(`"${value}" given for "${name}" is no valid selector`, { cause: error })
  }
}
