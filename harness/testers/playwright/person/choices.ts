import { setTimeout as delay } from 'node:timers/promises'
import type { Locator } from '@playwright/test'
import { ExpectationNotMet } from '../../../errors.ts'
import { quoteText } from '../../shown-value.ts'
import { Unmet } from '../../unmet.ts'
import { thingOf } from '../expectations/locator-words.ts'
import { steadily } from '../expectations/steady.ts'
import { answersOf, personSelector, unusable, whenUsable, within, type Acting, type Usable } from './ask.ts'
import { setBox } from './boxes.ts'
import { clickAt, typeKeys } from './typing.ts'

/** A list as `inside/person.js` finds it. */
interface Choice extends Usable {
  readonly kind: 'option' | 'select' | 'suggestions' | 'boxes' | 'listbox' | 'popup'
  /** How many options the text fits. */
  readonly found: number
  readonly index?: number
  readonly value?: string
  readonly open?: boolean
  /** Whether a text can be typed into the list itself, or into the field that has the focus since it was opened. */
  readonly editable?: boolean
  readonly searching?: boolean
}

interface ListText extends Usable {
  readonly kind: Choice['kind']
  readonly open: boolean
  readonly offered: readonly string[]
  readonly chosen: string
}

type Wanted = { readonly text: string } | { readonly source: string; readonly flags: string }

/**
 * Chooses the one option of a list that a text fits, through whatever the list is: a native one, one with suggestions, radio buttons,
 * pressed buttons, a list box, or a button or field that opens one.
 * @throws ExpectationNotMet if the list has no such option, or several, or a person cannot choose it
 */
export async function choose(list: Locator, text: string | RegExp, acting: Acting): Promise<void> {
  const wanted = typeof text === 'string' ? { text } : { source: text.source, flags: text.flags }
  const question = { ask: 'choice', wanted } as const
  const choice = await whenUsable<Choice>(list, question, acting, (found) => {
    const needsOption = found.kind === 'select' || found.kind === 'suggestions' || found.kind === 'boxes'
    return unusable(list, found) ?? (needsOption && found.found !== 1 ? notOne(list, text, found.found) : undefined)
  })
  switch (choice.kind) {
    case 'option':
    case 'select':
      return void (await list.locator(personSelector({ ask: 'control' })).selectOption({ index: choice.index ?? 0 }))
    case 'suggestions':
      return list.locator(personSelector({ ask: 'control' })).fill(choice.value ?? '')
    case 'boxes':
      return setBox(list, true, acting, question)
    default:
      return chooseInPopup({ list, text, wanted }, acting)
  }
}

interface Aim {
  readonly list: Locator
  readonly text: string | RegExp
  readonly wanted: Wanted
}

/** Opens a list unless it is open, finds the option, by scrolling or typing if necessary, and clicks it. */
async function chooseInPopup(aim: Aim, acting: Acting): Promise<void> {
  const { list } = aim
  const look = () => lookFor(aim, true)
  const before = await lookFor(aim, false)
  if (before?.open !== true) {
    await answersOf(list, { ask: 'remember-list' })
    await clickAt(acting.page, before ?? { problem: '' })
  }
  const option =
    (await optionSoon(look, acting)) ??
    (await optionByScrolling(aim, look)) ??
    (await optionByTyping(aim, acting, look))
  await clickOption(aim, option ?? (await optionAtRest(aim, look, acting)), acting)
}

/** @param opened Whether it has been opened since its question `remember-list` */
async function lookFor({ list, wanted }: Aim, opened: boolean): Promise<Choice | undefined> {
  const [choice] = await answersOf<Choice>(list, { ask: 'choice', wanted, opened })
  return choice
}

type LookForOption = () => Promise<Choice | undefined>
const isOption = (choice: Choice | undefined): boolean =>
  choice?.found === 1 && choice.point !== undefined && choice.open === true

/** Milliseconds for a list to open and to move into its place. */
const OPENING = 1500
/** Milliseconds without the option after which an open list is searched. */
const PATIENCE_WITH_OPEN = 300
const PAUSE = 40

/** The option as soon as it can be clicked; undefined if the list is open without it. */
async function optionSoon(look: LookForOption, { stillness }: Acting): Promise<Choice | undefined> {
  const began = performance.now()
  let openAt: number | undefined
  for (;;) {
    const choice = await look()
    const now = performance.now()
    if (isOption(choice)) return choice
    if (choice?.open === true) openAt ??= now
    const isLoading = (await stillness.stateDuringAction()).live.includes('an open request')
    if (!isLoading && openAt !== undefined && now - openAt > PATIENCE_WITH_OPEN) return undefined
    if (now - began > OPENING && !isLoading) return undefined
    await delay(PAUSE)
  }
}

/** Most steps of a long list, of which a page draws only the part that is in view. */
const MOST_STEPS = 200

async function optionByScrolling({ list }: Aim, look: LookForOption): Promise<Choice | undefined> {
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const [scrolled] = await answersOf<{ moved: boolean }>(list, { ask: 'scroll', top: step === 0 })
    if (step > 0 && scrolled?.moved !== true) return undefined
    await delay(PAUSE)
    const choice = await look()
    if (isOption(choice)) return choice
  }
  return undefined
}

/**
 * Types what the option begins with. Its last letter is left out, so that a list which only repeats what is typed offers nothing.
 */
async function optionByTyping(aim: Aim, acting: Acting, look: LookForOption): Promise<Choice | undefined> {
  const choice = await look()
  const search = searchOf(aim.text)
  if (choice === undefined || search === '' || (choice.editable !== true && choice.searching !== true)) return undefined
  if (choice.searching !== true) await clickAt(acting.page, choice)
  await acting.page.keyboard.press('ControlOrMeta+A')
  await typeKeys(acting.page, search)
  return optionSoon(look, acting)
}

/** The longest piece of a pattern that stands for itself. */
function literalOf({ source }: RegExp): string {
  const pieces = source.replace(/\\[a-zA-Z]|\(\?[^)]*\)/g, '\n').match(/[\p{L}\p{N}][\p{L}\p{N} -]*/gu) ?? []
  return pieces.toSorted((one, other) => other.length - one.length)[0] ?? ''
}

function searchOf(text: string | RegExp): string {
  const literal = typeof text === 'string' ? text.trim() : literalOf(text)
  return literal.length < 2 ? literal : literal.slice(0, -1)
}

/** @throws ExpectationNotMet once it is certain that the list does not offer the option */
async function optionAtRest(aim: Aim, look: LookForOption, acting: Acting): Promise<Choice> {
  let option: Choice = { kind: 'popup', found: 0, problem: '' }
  const glance = async () => {
    const now = await look()
    option = now ?? option
    if (isOption(now)) return { problem: undefined }
    const problem = option.found === 1 ? unusable(aim.list, option) : undefined
    return { problem: problem ?? notOne(aim.list, aim.text, option.found) }
  }
  await steadily({ glance }, acting.stillness, { ...acting.patience, stays: false })
  return option
}

/** Milliseconds for a list to close. */
const CLOSING = 400

async function clickOption({ list }: Aim, option: Choice, { page }: Acting): Promise<void> {
  await clickAt(page, option)
  if (option.kind === 'listbox') return
  const closed = await within(CLOSING, async () => {
    const [now] = await answersOf<ListText>(list, { ask: 'list' })
    return now?.open === true ? undefined : true
  })
  if (closed === undefined) await closeList(list, page)
}

/** Closes a list that stays open after a choice, as one of which several can be chosen does. */
async function closeList(list: Locator, page: Acting['page']): Promise<void> {
  const [now] = await answersOf<ListText>(list, { ask: 'list' })
  if (now?.open !== true || now.kind === 'listbox') return
  if (now.point === undefined) await page.keyboard.press('Escape')
  else await clickAt(page, now)
  const [later] = await answersOf<ListText>(list, { ask: 'list' })
  if (later?.open === true) await page.keyboard.press('Tab')
}

function notOne(list: Locator, text: string | RegExp, count: number): Unmet {
  const { ordinal, noun } = thingOf(String(list))
  const what = typeof text === 'string' ? quoteText(text) : `a text that matches ${String(text)}`
  const found = count === 0 ? 'no option' : `${String(count)} options`
  return new Unmet(({ aside }) => `The ${ordinal}${noun} offers ${found} with ${what}${aside}`)
}

/** The text of what is chosen in a list at this moment; several choices are joined by commas. */
export async function chosenIn(list: Locator): Promise<string> {
  const [now] = await answersOf<ListText>(list, { ask: 'list' })
  if (now === undefined) throw new ExpectationNotMet(`the ${thingOf(String(list)).noun} is not there`)
  return now.chosen
}

/** The texts of all options that a list offers; opens it to look, and closes it. */
export async function offeredIn(list: Locator, acting: Acting): Promise<readonly string[]> {
  const now = await whenUsable<ListText>(list, { ask: 'list' }, acting, () => undefined)
  if (now.open) return now.offered
  await answersOf(list, { ask: 'remember-list' })
  await clickAt(acting.page, now)
  let offered: readonly string[] = []
  await within(OPENING, async () => {
    const [opened] = await answersOf<ListText>(list, { ask: 'list', opened: true })
    const before = offered
    offered = opened?.offered ?? []
    // A list may be filled step by step.
    return offered.length > 0 && offered.length === before.length ? true : undefined
  })
  await closeList(list, acting.page)
  return offered
}

/** Chooses an option, a radio button, a tab or a button by itself. */
export async function pick(choice: Locator, acting: Acting): Promise<void> {
  const [found] = await answersOf<Choice>(choice, { ask: 'choice', wanted: { text: '' } })
  if (found?.kind === 'option') return choose(choice, '', acting)
  const [box] = await answersOf<{ kind: string }>(choice, { ask: 'box' })
  if (box?.kind === 'radio') await setBox(choice, true, acting)
  else await choice.click()
}
