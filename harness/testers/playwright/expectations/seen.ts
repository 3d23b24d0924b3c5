import type { Locator, Page } from '@playwright/test'
import { readPicture } from '../../../lib/parsing/produced.ts'
import type { Picture } from '../../../contracts/types.ts'
import type { PageState } from '../stillness/page-state.ts'
import { queryFirst, queryEvery, type Stillness } from '../stillness/stillness.ts'
import { isPartlyHidden, whyHidden, type Piece } from './pieces.ts'

/** What the judge's script in the page reports about one element. */
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

type Place = NonNullable<Piece['place']>
/** The answer of the page. */
interface RawLook extends Look {
  /** A rectangle of the window; only a screenshot can tell whether it is readable. */
  readonly unsure?: Place
  readonly state: PageState
}

/** Timeout of a screenshot in ms: the element was there a moment ago. */
const MOMENT = 2000
/** Least contrast ratio (WCAG 2.2) between the pixels of a readable text. */
const LEAST_CONTRAST = 1.4
/** Part of the darkest and of the brightest pixels of a rectangle that is ignored. */
const STRAY = 0.005

/** A look, and the state of the page right after it. */
export interface LookAndState {
  readonly look: Look
  /** Undefined if the look needed a screenshot, or there was no element. */
  readonly state?: PageState
}

/** Looks at the first element of a locator like a person who scrolls to it. Takes one question to the page. */
export async function lookAt(locator: Locator, stillness: Stillness): Promise<LookAndState> {
  return ask(locator, stillness, 'look')
}

/** Reads the first element of a locator letter by letter. */
export async function readAt(locator: Locator, stillness: Stillness): Promise<LookAndState> {
  return ask(locator, stillness, 'read')
}

async function ask(locator: Locator, stillness: Stillness, question: 'look' | 'read'): Promise<LookAndState> {
  const inputs = stillness.inputs()
  const answer = await queryFirst(locator, question)
  return answer === undefined ? { look: GONE } : judged(answer, locator, stillness, inputs)
}

/** Looks at, or reads, the elements 0, `every`, 2 × `every` and so on of a locator, with one question to the page. */
export async function lookAtEvery(
  every: number,
  locator: Locator,
  stillness: Stillness,
  question: 'look' | 'read' = 'look',
): Promise<LookAndState[]> {
  const inputs = stillness.inputs()
  const looks: LookAndState[] = []
  for (const [index, answer] of (await queryEvery(locator, question, every)).entries()) {
    const { unsure, pieces } = JSON.parse(answer) as RawLook
    const isUnsure = unsure !== undefined || pieces?.some(({ place }) => place !== undefined) === true
    // Later looks may have scrolled the page, so an element that needs a screenshot is looked at again by itself.
    const look = isUnsure
      ? ask(locator.nth(index * every), stillness, question)
      : judged(answer, locator, stillness, inputs)
    looks.push(await look)
  }
  return looks
}

async function judged(answer: string, locator: Locator, stillness: Stillness, inputs: number): Promise<LookAndState> {
  const { state: read, unsure, pieces, ...look } = JSON.parse(answer) as RawLook
  if (look.scrolled) stillness.noteScroll()
  const state = stillness.take(read, inputs)
  const places = (pieces ?? []).flatMap(({ place }) => (place ? [place] : []))
  if (look.problem === '' && (unsure !== undefined || places.length > 0)) {
    const readable = await readableAt(locator.page(), unsure ? [unsure] : places)
    if (pieces === undefined) return { look: readable[0] === true ? look : { ...look, problem: NO_CONTRAST } }
    return { look: withPieces(look, resolved(pieces, readable)) }
  }
  return { look: pieces ? withPieces(look, pieces) : look, state }
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
const NO_CONTRAST = 'has too little contrast with its background'

/** For each rectangle of the window, whether something in it stands out from the background. Takes one screenshot. */
async function readableAt(page: Page, places: readonly Place[]): Promise<boolean[]> {
  const window = page.viewportSize() ?? { width: 1280, height: 800 }
  const all = {
    left: Math.max(0, Math.floor(Math.min(...places.map(({ x }) => x)))),
    top: Math.max(0, Math.floor(Math.min(...places.map(({ y }) => y)))),
    right: Math.min(window.width, Math.ceil(Math.max(...places.map(({ x, width }) => x + width)))),
    bottom: Math.min(window.height, Math.ceil(Math.max(...places.map(({ y, height }) => y + height)))),
  }
  const clip = {
    x: all.left,
    y: all.top,
    width: Math.max(1, all.right - all.left),
    height: Math.max(1, all.bottom - all.top),
  }
  const png = await page.screenshot({ clip, animations: 'allow', caret: 'initial', timeout: MOMENT })
  const picture = await readPicture('screenshot', png)
  return places.map((place) => spreadOf(partOf(picture, place, clip)) >= LEAST_CONTRAST)
}

/** Cuts a rectangle of the window out of a picture that begins at `from`. */
function partOf(
  { pixels, width, height }: Picture,
  place: Place,
  from: { readonly x: number; readonly y: number },
): Picture {
  const left = Math.max(0, Math.floor(place.x) - from.x)
  const top = Math.max(0, Math.floor(place.y) - from.y)
  const right = Math.min(width, Math.max(left + 1, Math.ceil(place.x + place.width) - from.x))
  const bottom = Math.min(height, Math.max(top + 1, Math.ceil(place.y + place.height) - from.y))
  const rows = Array.from({ length: Math.max(0, bottom - top) }, (_, row) =>
    pixels.subarray(((top + row) * width + left) * 4, ((top + row) * width + right) * 4),
  )
  return { pixels: Buffer.concat(rows), width: right - left, height: bottom - top }
}

/** The contrast ratio between the darkest and the brightest pixels. */
function spreadOf({ pixels, width, height }: Picture): number {
  const luminances = new Float64Array(width * height)
  for (let index = 0; index < luminances.length; index += 1)
    luminances[index] = luminance(pixels[index * 4] ?? 0, pixels[index * 4 + 1] ?? 0, pixels[index * 4 + 2] ?? 0)
  luminances.sort()
  const stray = Math.floor(luminances.length * STRAY)
  const darkest = luminances[stray] ?? 0
  const brightest = luminances[luminances.length - 1 - stray] ?? 0
  return (brightest + 0.05) / (darkest + 0.05)
}

/** Relative luminance of an sRGB colour, 0 to 1 (WCAG 2.2). */
function luminance(red: number, green: number, blue: number): number {
  const [r, g, b] = [red, green, blue].map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
