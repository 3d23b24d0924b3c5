import type { Locator, Page } from '@playwright/test'
import { readContrasts } from '../../../lib/parsing/produced.ts'
import type { PageState } from '../stillness/page-state.ts'
import { queryEvery, queryFirst, queryOnly, type Stillness } from '../stillness/stillness.ts'
import { isPartlyHidden, shownText, whyHidden, type Piece } from './pieces.ts'

/** A report of the judge's script in the page about one element. */
export interface Look {
  /** Its text as it is laid out, cut at 20,000 characters. */
  readonly text: string
  /** Length of the whole text. */
  readonly length: number
  /** Its text in the document, hidden parts included, cut at 20,000 characters; only if it was read letter by letter. */
  readonly content?: string
  /** Why a person cannot see it, such as `is transparent`; empty if a person can. */
  readonly problem: string
  /** Its text with the state of each letter; only if a part is hidden. */
  readonly pieces?: readonly Piece[]
  /** Whether the page was scrolled to look at it. */
  readonly scrolled: boolean
}

/** The text of an element as a person sees it. */
export function seenText({ text, pieces }: Look): string {
  return pieces === undefined ? text : shownText(pieces)
}

type Place = NonNullable<Piece['place']>
/** The answer of the page. */
interface Answer {
  readonly look: Look & {
    /** A rectangle of the window; only a screenshot can tell whether it is readable. */
    readonly unsure?: Place
  }
  readonly state: PageState
  /** Number of elements in the document; -1 if it is known to have shadow trees, which then count as unsure. */
  readonly elements: number
}

/** Timeout of a screenshot in ms. A page with blurred moving grounds is painted slowly on a busy machine. */
const PAINTING = 10_000
/** Least contrast ratio (WCAG 2.2) between the pixels of a readable text. */
const LEAST_CONTRAST = 1.4

/** A look, and the state of the page right after it. */
export interface LookAndState {
  readonly look: Look
  /** Undefined if the look needed a screenshot, or there was no element. */
  readonly state?: PageState
  /** See `Glance`. */
  readonly plateaus?: readonly string[] | undefined
}

/** Looks at the first element of a locator like a person who scrolls to it. Takes one question to the page. */
export async function lookAt(locator: Locator, stillness: Stillness): Promise<LookAndState> {
  return ask(locator, stillness, 'look')
}

/** Reads the first element of a locator letter by letter. */
export async function readAt(locator: Locator, stillness: Stillness): Promise<LookAndState> {
  return ask(locator, stillness, 'read')
}

type Question = 'look' | 'read'

/** @param doubtful Whether a script may not find all styles, so that only a screenshot can tell */
async function ask(
  locator: Locator,
  stillness: Stillness,
  question: Question,
  doubtful = false,
): Promise<LookAndState> {
  const inputs = stillness.inputs()
  const answer = await queryFirst(locator, question, stillness.sinceInput(), doubtful)
  if (answer === undefined) return { look: GONE }
  const raw = JSON.parse(answer) as Answer
  if (!doubtful && (await mayBeHidden(raw, stillness))) return ask(locator, stillness, question, true)
  return judged(raw, locator, stillness, inputs)
}

/** Whether something that no script of the page can find may hide an element that counts as seen. */
async function mayBeHidden({ look, state, elements }: Answer, stillness: Stillness): Promise<boolean> {
  if (elements === -1 || look.problem !== '') return false
  return stillness.closedTrees.has(state.version, elements)
}

/** Looks at, or reads, the element of a locator if it finds no other, and counts them: one question to the page. */
export async function lookAtOnly(
  locator: Locator,
  stillness: Stillness,
  question: Question,
): Promise<{ readonly count: number; readonly seen?: LookAndState }> {
  const inputs = stillness.inputs()
  const answers = await queryOnly(locator, question, stillness.sinceInput())
  const [answer] = answers
  if (answer === undefined || answers.length > 1) return { count: answers.length }
  const raw = JSON.parse(answer) as Answer
  const isDoubtful = await mayBeHidden(raw, stillness)
  const seen = isDoubtful ? ask(locator, stillness, question, true) : judged(raw, locator, stillness, inputs)
  return { count: 1, seen: await seen }
}

/** Looks at, or reads, the elements 0, `every`, 2 × `every` and so on of a locator, with one question to the page. */
export async function lookAtEvery(
  every: number,
  locator: Locator,
  stillness: Stillness,
  question: Question = 'look',
): Promise<LookAndState[]> {
  const inputs = stillness.inputs()
  const looks: LookAndState[] = []
  for (const [index, answer] of (await queryEvery(locator, question, every)).entries()) {
    const raw = JSON.parse(answer) as Answer
    const { unsure, pieces } = raw.look
    const isUnsure =
      unsure !== undefined ||
      pieces?.some(({ place }) => place !== undefined) === true ||
      (await mayBeHidden(raw, stillness))
    // Later looks may have scrolled the page, so an element that needs a screenshot is looked at again by itself.
    const look = isUnsure
      ? ask(locator.nth(index * every), stillness, question)
      : judged(raw, locator, stillness, inputs)
    looks.push(await look)
  }
  return looks
}

async function judged(
  { look: given, state: read }: Answer,
  locator: Locator,
  stillness: Stillness,
  inputs: number,
): Promise<LookAndState> {
  const { unsure, pieces, ...look } = given
  if (look.scrolled) stillness.noteScroll()
  const state = stillness.take(read, inputs)
  const plateaus = read.here?.plateaus
  const places = (pieces ?? []).flatMap(({ place }) => (place ? [place] : []))
  if (look.problem === '' && (unsure !== undefined || places.length > 0)) {
    const began = performance.now()
    const readable = await readableAt(locator.page(), unsure ? [unsure] : places).finally(() => {
      stillness.habits.painting += performance.now() - began
    })
    if (readable === undefined) return { look: { ...look, problem: TOO_MUCH }, plateaus }
    if (pieces === undefined) return { look: readable[0] === true ? look : { ...look, problem: NO_CONTRAST }, plateaus }
    return { look: withPieces(look, resolved(pieces, readable)), plateaus }
  }
  return { look: pieces ? withPieces(look, pieces) : look, state, plateaus }
}

/** Adds the pieces only if a part of the text is hidden. */
function withPieces(look: Look, pieces: readonly Piece[]): Look {
  return isPartlyHidden(pieces) ? { ...look, problem: whyHidden(pieces) ?? '', pieces } : look
}

function resolved(pieces: readonly Piece[], readable: readonly boolean[]): Piece[] {
  let at = 0
  return pieces.map(({ text, state, place }) => {
    if (place === undefined) return { text, state }
    at += 1
    return { text, state: readable[at - 1] === true ? 'seen' : NO_CONTRAST }
  })
}

const GONE: Look = { text: '', length: 0, problem: 'disappeared again', scrolled: false }
const TOO_MUCH = 'has letters in too many or too large places to be looked at'
const NO_CONTRAST = 'has too little contrast with its background'

/** How many times the area of the window one look may compare. Only a page that wants to slow down looks has overlapping words. */
const MOST_WINDOWS = 4

/**
 * For each rectangle of the window, whether something in it stands out from the background. Takes one screenshot.
 * @returns Undefined if the rectangles are too large in all to be compared
 */
async function readableAt(page: Page, places: readonly Place[]): Promise<boolean[] | undefined> {
  const window = page.viewportSize() ?? { width: 1280, height: 800 }
  const inWindow = places.map((place) => inside(place, window))
  const pixels = inWindow.reduce((sum, { width, height }) => sum + width * height, 0)
  if (pixels > MOST_WINDOWS * window.width * window.height) return undefined
  const x = Math.min(...inWindow.map((place) => place.x))
  const y = Math.min(...inWindow.map((place) => place.y))
  const width = Math.max(...inWindow.map((place) => place.x + place.width)) - x
  const height = Math.max(...inWindow.map((place) => place.y + place.height)) - y
  const clip = { x, y, width, height }
  const png = await page.screenshot({ clip, animations: 'allow', caret: 'initial', timeout: PAINTING })
  const moved = inWindow.map((place) => ({ ...place, x: place.x - x, y: place.y - y }))
  return (await readContrasts('screenshot', png, moved)).map((contrast) => contrast >= LEAST_CONTRAST)
}

/** The part of a rectangle inside the window, in whole pixels; at least one. */
function inside(place: Place, window: { readonly width: number; readonly height: number }): Place {
  const x = Math.min(window.width - 1, Math.max(0, Math.floor(place.x)))
  const y = Math.min(window.height - 1, Math.max(0, Math.floor(place.y)))
  const width = Math.min(window.width, Math.max(x + 1, Math.ceil(place.x + place.width))) - x
  const height = Math.min(window.height, Math.max(y + 1, Math.ceil(place.y + place.height))) - y
  return { x, y, width, height }
}
