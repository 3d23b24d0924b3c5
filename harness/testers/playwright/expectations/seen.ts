import type { Locator, Page } from '@playwright/test'
import { readPicture } from '../../../parsing/produced.ts'
import type { Picture } from '../../../types.ts'
import type { PageState } from '../stillness/page-state.ts'
import { askOf, lookAtSome, type Stillness } from '../stillness/stillness.ts'

/** What the judge's script in the page says of one element. */
export interface Look {
  /** As it is laid out, cut at 20,000 characters. */
  readonly text: string
  /** Of the whole text. */
  readonly length: number
  /** What keeps a person from seeing it, such as `is transparent`; empty if nothing does. */
  readonly problem: string
  /** Texts of controls in it that nobody sees, such as those of a menu that opens under the pointer. */
  readonly hidden?: readonly string[]
  /** Whether the page was scrolled to look at it. */
  readonly scrolled: boolean
  /** A rectangle of the window of which only the pixels tell whether it can be read. */
  readonly unsure?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
}

/** A picture may take so many ms: the element was there a moment ago. */
const MOMENT = 2000
/** Pixels of a text differ at least by this ratio of luminance (WCAG 2.2, contrast ratio), or nobody can read it. */
const LEAST_CONTRAST = 1.4
/** That part of the pixels of a rectangle may be anything: the darkest and the brightest are taken without them. */
const STRAY = 0.005

/** A look, and how the page was right after it. */
export interface LookAndState {
  readonly look: Look
  /** Undefined if it took longer to look, or there was nothing to look at. */
  readonly state?: PageState
}

/** Looks at the first element that a locator finds, as a person would who scrolls to it; with one question to the page. */
export async function lookAt(locator: Locator, stillness: Stillness): Promise<LookAndState> {
  const inputs = stillness.inputs()
  const answer = await askOf(locator, 'look')
  return answer === undefined ? { look: GONE } : judged(answer, locator, stillness, inputs)
}

/** Looks at every so manieth element that a locator finds, with one question to the page. */
export async function lookAtEvery(every: number, locator: Locator, stillness: Stillness): Promise<LookAndState[]> {
  const inputs = stillness.inputs()
  const looks: LookAndState[] = []
  for (const [index, answer] of (await lookAtSome(locator, every)).entries()) {
    const { unsure } = JSON.parse(answer) as Look
    // The looks after it may have scrolled the page: what only pixels can tell is looked at again, alone.
    const look = unsure ? lookAt(locator.nth(index * every), stillness) : judged(answer, locator, stillness, inputs)
    looks.push(await look)
  }
  return looks
}

async function judged(answer: string, locator: Locator, stillness: Stillness, inputs: number): Promise<LookAndState> {
  const { state: read, ...look } = JSON.parse(answer) as Look & { readonly state: PageState }
  if (look.scrolled) stillness.noteScroll()
  const state = stillness.take(read, inputs)
  if (look.problem !== '' || look.unsure === undefined) return { look, state }
  return { look: { ...look, problem: await pixelProblem(locator.page(), look.unsure) } }
}

const GONE: Look = { text: '', length: 0, problem: 'was there and is gone again', scrolled: false }

async function pixelProblem(page: Page, box: NonNullable<Look['unsure']>): Promise<string> {
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 }
  const x = Math.max(0, Math.floor(box.x))
  const y = Math.max(0, Math.floor(box.y))
  const clip = {
    x,
    y,
    width: Math.max(1, Math.min(Math.ceil(box.width), width - x)),
    height: Math.max(1, Math.min(Math.ceil(box.height), height - y)),
  }
  const png = await page.screenshot({ clip, animations: 'allow', caret: 'initial', timeout: MOMENT })
  return spreadOf(await readPicture('screenshot', png)) < LEAST_CONTRAST ? 'has no contrast to what is around it' : ''
}

/** The contrast between the darkest and the brightest pixels. */
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
