import type { CDPSession, Locator, Page } from '@playwright/test'
import { Unmet } from '../../unmet.ts'
import { thingOf } from '../expectations/locator-words.ts'
import { unusableSentence } from '../expectations/reasons.ts'
import { answersOf, unusable, whenUsable, within, type Acting, type Usable } from './ask.ts'

/** A longer text, or one of several lines, is pasted: a person has prepared it elsewhere. */
const LONGEST_TYPED = 200

interface Field extends Usable {
  /** `picked`: a window of the browser picks its value. `list`: it takes a choice. */
  readonly kind: 'text' | 'picked' | 'list' | 'other'
}

interface Focus {
  readonly focused: boolean
  /** Whether the field is empty; otherwise all that it holds is selected. */
  readonly empty: boolean
  /** Whether the page has put the caret into another field. */
  readonly moved: boolean
}

export interface TypingParts extends Acting {
  /** Answers the prompt that the browser shows next with a text; tells afterwards whether one came. */
  readonly answerPrompt: (text: string, act: () => Promise<void>) => Promise<boolean>
  /** Sets a value that a window of the browser picks, such as a date, and refuses what takes no text. */
  readonly pick: () => Promise<unknown>
  readonly choose: () => Promise<void>
}

/**
 * Replaces the content of a field like a person: clicks it, selects what it holds, and presses keys.
 * @throws ExpectationNotMet if a person could not do that
 */
export async function typeInto(locator: Locator, text: string, parts: TypingParts): Promise<void> {
  const { page } = parts
  const field = await whenUsable<Field>(locator, { ask: 'field' }, parts, (found) =>
    found.problem === 'read-only' ? undefined : unusable(locator, found),
  )
  if (field.kind === 'list') return parts.choose()
  if (field.kind !== 'text') return void (await parts.pick())
  const heard = await eventsHeard(page)
  if (field.problem === 'read-only') return typeIntoReadOnly(locator, text, field, parts)
  // No page can tell a click that nothing listens to.
  if (heard.clicks) await clickAt(page, field)
  const focus = await focusOf(locator)
  await replaceSelected(page, text, focus, heard.keys)
}

async function focusOf(locator: Locator): Promise<Focus> {
  const [focus] = await answersOf<Focus>(locator, { ask: 'focus' })
  if (focus?.focused !== true) throw new Unmet(unusableSentence(thingOf(String(locator)), 'without focus'))
  return focus
}

/** Milliseconds in which a click on a read-only field has to open what takes the text. */
const OPENING = 1000

/** A click may make a read-only field writable, or open a prompt, or another field that takes its text. */
async function typeIntoReadOnly(locator: Locator, text: string, field: Field, parts: TypingParts): Promise<void> {
  const { page, answerPrompt } = parts
  if (await answerPrompt(text, () => clickAt(page, field))) return
  const focus = await within(OPENING, async () => {
    const [now] = await answersOf<Focus>(locator, { ask: 'focus' })
    return now?.focused === true ? now : undefined
  })
  if (focus === undefined) throw new Unmet(unusableSentence(thingOf(String(locator)), 'read-only'))
  await replaceSelected(page, text, focus, true)
  if (focus.moved) await page.keyboard.press('Enter')
}

/** Types in place of what is selected. */
async function replaceSelected(page: Page, text: string, { empty }: Focus, pressKeys: boolean): Promise<void> {
  if (text === '') return empty ? undefined : page.keyboard.press('Backspace')
  const isPasted = text.length > LONGEST_TYPED || text.includes('\n')
  await (pressKeys && !isPasted ? page.keyboard.type(text) : page.keyboard.insertText(text))
  // Letters that are on no key of the keyboard, and a paste, end with a key that pages hear of, too.
  if (pressKeys && (isPasted || /[^\x20-\x7e]/.test(text))) await page.keyboard.press('Shift')
}

/** Types into whatever has the focus. */
export async function typeKeys(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text)
}

export async function clickAt(page: Page, { point }: Usable): Promise<void> {
  if (point === undefined) throw new TypeError('a click needs a point')
  await page.mouse.click(point.x, point.y)
}

// ---- what a page listens to ----

const KEYS = new Set(['keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'textInput'])
const CLICKS = new Set([
  ...['click', 'mousedown', 'mouseup', 'pointerdown', 'pointerup', 'touchstart', 'touchend', 'dblclick'],
  ...['mouseover', 'mouseenter', 'mousemove', 'pointerover', 'pointerenter', 'pointermove', 'toggle', 'beforetoggle'],
])

const sessions = new WeakMap<Page, Promise<CDPSession>>()

interface Heard {
  readonly keys: boolean
  readonly clicks: boolean
}

/**
 * Whether anything on the page listens to keys and clicks, by what the browser knows. If nothing does, a whole text at once is the
 * same to the page as its keys one by one, and takes a tenth of the time.
 */
async function eventsHeard(page: Page): Promise<Heard> {
  const opened = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, opened)
  const session = await opened
  const found = await Promise.all(['document', 'window'].map((name) => typesHeardBy(session, name)))
  const types = found.flat()
  return { keys: types.some((type) => KEYS.has(type)), clicks: types.some((type) => CLICKS.has(type)) }
}

async function typesHeardBy(session: CDPSession, expression: string): Promise<string[]> {
  try {
    const { result } = await session.send('Runtime.evaluate', { expression, objectGroup: 'pe' })
    const objectId = result.objectId ?? ''
    const all = await session.send('DOMDebugger.getEventListeners', { objectId, depth: -1, pierce: true })
    return all.listeners.map(({ type }) => type)
  } catch {
    // The document has just been replaced, or cannot be asked: then all is done as if it listened.
    return ['input', 'click']
  }
}
