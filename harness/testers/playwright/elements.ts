import type { Locator, Page } from '@playwright/test'
import { BadParameter, ExpectationNotMet } from '../../errors.ts'
import { isBrowserTimeout, isProtocolError } from '../../lib/browser/library.ts'
import type { ElementKind } from '../../contracts/schema.ts'
import { cssProblem, SELECTOR_REMEDY, xpathProblem } from '../../lib/browser/selector-rules.ts'
import { oneMatching, standardCss, standardXPath } from '../../lib/browser/standard-selectors.ts'
import type { ParameterValues } from '../values.ts'
import type { EarlyWatch } from './expectations/early-watch.ts'
import { steadily } from './expectations/steady.ts'
import type { Stillness } from './stillness/stillness.ts'

/** Most characters of a selector. A path from the root of a deep page takes a few hundred. */
const LONGEST = 1000

/** Elements that a user takes for each kind. CSS is matched by the browser's own engine, so no script of the page can interfere. */
const KINDS: Readonly<Record<ElementKind, string>> = {
  any: '*',
  button:
    'button, input:is([type=submit], [type=button], [type=reset], [type=image]), [role=button], a, summary, label',
  link: 'a[href], area[href], [role=link]',
  field:
    'input:not([type=hidden], [type=submit], [type=button], [type=reset], [type=image], [type=checkbox], [type=radio]), ' +
    'textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=spinbutton], [role=searchbox], [role=combobox]',
  checkbox:
    'input:is([type=checkbox], [type=radio]), [role=checkbox], [role=radio], [role=switch], [role=menuitemcheckbox], ' +
    '[role=menuitemradio], [aria-pressed], label:has(input:is([type=checkbox], [type=radio]))',
  select:
    'select, [role=combobox], [role=listbox], [role=radiogroup], [role=tablist], [role=menu], input[list], ' +
    '[aria-haspopup]:not([aria-haspopup=false]), fieldset:has([type=radio]), [role=group]:has([aria-pressed]), ' +
    ':has(> [aria-pressed] ~ [aria-pressed]), :has(> select:only-of-type), :has(> [role=combobox]:only-of-type)',
  form: 'form, [role=form], fieldset, dialog',
  list: 'ul, ol, dl, menu, table, tbody, [role=list], [role=table], [role=grid], section, article, main, div',
  table: 'table, [role=table], [role=grid]',
  graphic:
    'canvas, svg, img, picture, object, [role=img], figure, :not(html, body):has(canvas, svg, img, picture, object, [role=img])',
  text: '*:not(input, textarea, select, script, style, template, head, head *)',
}

/**
 * Converts a selector of an agent to one of Playwright: an id (a bare word, or `#id`), CSS, or XPath. The browser itself
 * evaluates CSS and XPath, so only standard selectors are valid.
 * @throws BadParameter if it is empty, too long, uses the chaining of the library (`>>`), or computes
 */
export function selectorOf(value: string, name: string): string {
  const text = value.trim()
  if (text === '') throw new BadParameter(`the value of "${name}" is empty`)
  if (text.length > LONGEST) {
    throw new BadParameter(`the selector given for "${name}" has more than ${String(LONGEST)} characters`)
  }
  if (text.includes('>>'))
    throw new BadParameter(`"${text}" given for "${name}" is neither an id nor CSS nor XPath: it contains ">>"`)
  const finds = (problem: string | undefined) => {
    if (problem !== undefined)
      throw new BadParameter(`"${text.slice(0, 200)}" given for "${name}" ${problem}; ${SELECTOR_REMEDY}`)
  }
  if (/^(xpath=|\(*\.?\/)/.test(text)) {
    const xpath = text.replace(/^xpath=/, '')
    finds(xpathProblem(xpath))
    return standardXPath(xpath)
  }
  if (text.startsWith('id=')) return byId(text.slice(3))
  if (/^[\p{L}_][\p{L}\p{N}_:.-]*$/u.test(text)) return byId(text)
  finds(cssProblem(text))
  return standardCss(text.replace(/^css=/, ''))
}

/** The selectors among the answers for a testcode that are valid. */
export function selectorsOf(parameters: ParameterValues): string[] {
  return parameters.declared().flatMap(([name, kind]) => {
    try {
      return kind === 'element' ? [selectorOf(parameters.get(name, kind).value, name)] : []
    } catch (error) {
      // The testcode fails once it uses this one.
      if (error instanceof BadParameter) return []
      throw error
    }
  })
}

function byId(id: string): string {
  return standardCss(`[id="${id.replace(/["\\\n\r\f]/g, (sign) => `\\${sign.charCodeAt(0).toString(16)} `)}"]`)
}

export interface Lookup {
  readonly page: Page
  readonly stillness: Stillness
  /** Most milliseconds to wait for the element. */
  readonly patience: number
  /** If it is there, waits the whole time, even on a page at rest. */
  readonly full: EarlyWatch | undefined
  readonly name: string
  readonly value: string
  readonly kind: ElementKind
  /** Values that have led to an element in this trial. Extended by each success. */
  readonly proven: Set<string>
  /** HTTP status of the page that is shown. */
  readonly pageStatus: number
}

/** Frames of a page in which a missing element is looked for. */
const MOST_FRAMES = 20

/**
 * Waits for the one element that a parameter names.
 * @throws BadParameter if no element, several, or one of another kind matches
 * @throws ExpectationNotMet if no element matches and the project is to blame: its page is an error page, or the same value
 *   led to an element before
 */
export async function theOneElement(lookup: Lookup): Promise<Locator> {
  const { page, name, value, kind, proven } = lookup
  const locator = page.locator(selectorOf(value, name))
  // One question instead of three, unless the element is missing.
  if ((await countOf(locator.locator(oneMatching(KINDS[kind])), lookup)) === 1) {
    proven.add(value)
    return locator
  }
  const one = await waitForOne(locator, lookup)
  if ((await one.and(page.locator(`css=${KINDS[kind]}`)).count()) !== 1) {
    throw new BadParameter(`"${value}" given for "${name}" is not a ${kind}`)
  }
  proven.add(value)
  return one
}

async function waitForOne(locator: Locator, lookup: Lookup): Promise<Locator> {
  const { stillness, patience, full } = lookup
  let one = locator
  const glance = async () => {
    const count = await countOf(locator, lookup)
    one = count > 1 ? await perceivable(locator, lookup.page) : locator
    const left = count > 1 ? await countOf(one, lookup) : count
    return { problem: left === 1 ? undefined : problemOf(count, lookup) }
  }
  try {
    await steadily({ glance }, stillness, { patience, full, stays: false })
  } catch (error) {
    throw (await inFrame(lookup)) ?? error
  }
  return one
}

/** Copies that no person uses: a screen reader skips them, or nothing can be done with them. */
const COPY = ':is([aria-hidden="true" i], [inert])'

/** Of several elements those that a person sees, such as the one of two menus that the window has room for. */
async function perceivable(locator: Locator, page: Page): Promise<Locator> {
  const visible = locator.filter({ visible: true })
  if ((await visible.count()) < 2) return visible
  return visible.and(page.locator(`css=:not(${COPY}, ${COPY} *)`))
}

/** The reason if the element is in a frame of the page, where testcodes do not look. */
async function inFrame({ page, name, value }: Lookup): Promise<Error | undefined> {
  for (const frame of page.frames().slice(0, MOST_FRAMES)) {
    if (frame === page.mainFrame() || frame.parentFrame() === null) continue
    const count = await frame.locator(selectorOf(value, name)).count()
    if (count === 0) continue
    return new BadParameter(
      `"${value}" given for "${name}" is in a frame (${frame.url().slice(0, 200)}), and what is in a frame is not tested`,
    )
  }
  return undefined
}

function problemOf(count: number, { name, value, proven, pageStatus }: Lookup): Error {
  if (count === 0 && pageStatus >= 500)
    return new ExpectationNotMet(`"${value}" (${name}) is not there: the page answered ${String(pageStatus)}`)
  if (count === 0 && proven.has(value))
    return new ExpectationNotMet(`"${value}" (${name}) was there earlier in this trial, but is not there now`)
  const found = count === 0 ? 'matches no element' : `matches ${String(count)} elements`
  return new BadParameter(`"${value}" given for "${name}" ${found} of the page`)
}

/** @throws BadParameter if the browser does not understand the selector */
async function countOf(locator: Locator, { value, name }: Lookup): Promise<number> {
  try {
    return await locator.count()
  } catch (error) {
    // One document replaces another at this moment.
    if (/because of a navigation|context was destroyed/i.test(String(error))) return 0
    if (isBrowserTimeout(error) || isProtocolError(error) || !/selector|xpath|css/i.test(String(error))) throw error
    throw new BadParameter(`"${value}" given for "${name}" is not a valid selector`, { cause: error })
  }
}
