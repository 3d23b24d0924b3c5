import type { Locator, Page, Request } from 'playwright'
import { inputsOf } from '../../../lib/browser/drivers.ts'
import { HarnessFault } from '../../../errors.ts'
import { ENGINE } from './inside.ts'
import { restsFor, type PageState } from './page-state.ts'

/** A way in which a page changed that is not known here; set once. */
export interface Surprise {
  found?: string
}

/** How a page was at some moment. */
export interface Moment {
  readonly state: PageState
  /** How often the judge had acted on the page before. */
  readonly inputs: number
  /** By the clock of the harness (ms). */
  readonly at: number
}

/** So many ms after the answer to a request has come, the page may not have taken it in yet. */
const TAKEN_IN = 40
/** Milliseconds after an input in which a change may be its late effect: a file is read, a picture decoded. */
const LATE_EFFECT = 1000
/** A page that has had such a late effect is at rest again once nothing has changed for so long (ms). */
const CALM = 700

/**
 * Tells whether a page can still change without its user. A page that was said to be at rest and changed all the same has a
 * way to change that is not known here. Soon after an input that may be the input's late effect: the page is not
 * taken for one at rest until it has been calm for a while. Later it is never taken for one at rest again.
 */
export class Stillness {
  readonly #page: Page
  readonly #inputs: () => number
  readonly #open = new Set<Request>()
  /** What was open when the last navigation was asked for. */
  #openBefore: readonly Request[] = []
  #answeredAt = -Infinity
  #last: Moment | undefined
  readonly #surprise: Surprise
  #scrolls = 0
  /** The count of inputs after which the page changed without a known cause. */
  #unexplainedAfter: number | undefined
  /** How many inputs there were when they were last looked at, and since when. */
  #noted = { inputs: -1, at: 0 }

  constructor(page: Page, surprise: Surprise = {}) {
    this.#page = page
    this.#surprise = surprise
    const browser = page.context().browser()
    if (browser === null) throw new HarnessFault('a page without a browser cannot be watched')
    this.#inputs = inputsOf(browser)
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) this.#openBefore = [...this.#open]
      this.#open.add(request)
    })
    const answered = (request: Request) => {
      this.#open.delete(request)
      this.#answeredAt = performance.now()
    }
    page.on('requestfinished', answered)
    page.on('requestfailed', answered)
    // What the document before had asked for does not change this one.
    page.on('domcontentloaded', () => {
      for (const request of this.#openBefore) this.#open.delete(request)
    })
  }

  /** The last state that was read. */
  get last(): PageState | undefined {
    return this.#last?.state
  }

  /** How often the judge has acted on the page, scrolling included. */
  inputs(): number {
    return this.#inputs() + this.#scrolls
  }

  /** A look has scrolled the page, which may show more because of that. */
  noteScroll(): void {
    this.#scrolls += 1
  }

  /** How the page is now. Rejects if the page is gone or hangs for longer than the page's patience. */
  async state(): Promise<PageState> {
    const inputs = this.inputs()
    return this.take((await ask(this.#page, 'state')) as PageState, inputs)
  }

  /**
   * A state that was read together with something else.
   * @param inputs From before it was asked for: what is done meanwhile may change the page after its answer
   */
  take(read: PageState, inputs: number): PageState {
    const now = performance.now()
    if (inputs !== this.#noted.inputs) this.#noted = { inputs, at: now }
    const state = this.#withOutside(read)
    this.#compare(state, inputs, now)
    const isUnexplained = this.#unexplainedAfter === inputs && state.quiet < CALM
    const why = this.#surprise.found ?? (isUnexplained ? 'a change without a known cause' : undefined)
    const known = why === undefined ? state : { ...state, live: [...state.live, why] }
    this.#last = { state: known, inputs, at: now }
    return known
  }

  /**
   * What was looked at has changed since a moment: also in a way that is in no state, such as a rule of a style sheet.
   * @param since Its state, the inputs before it, and when it was
   */
  noteOtherLook(since: Moment): void {
    this.#explain(since, this.inputs(), performance.now())
  }

  /** Whether the page has changed since the last look although it was at rest and nobody acted on it. */
  #compare(state: PageState, inputs: number, now: number): void {
    const before = this.#last
    if (before === undefined || before.state.version === state.version) return
    this.#explain(before, inputs, now)
  }

  /** A change since a moment for which there is no reason that is known. */
  #explain(before: Moment, inputs: number, now: number): void {
    if (before.inputs !== inputs || inputs !== this.inputs()) return
    if (!restsFor(before.state, now - before.at)) return
    if (now - this.#noted.at < LATE_EFFECT) this.#unexplainedAfter = inputs
    else this.#surprise.found ??= 'a page that changed by itself while nothing was known that would change it'
  }

  #withOutside(state: PageState): PageState {
    const live = [...state.live]
    if (this.#open.size > 0) live.push('an open request')
    if (this.#page.context().pages().length > 1) live.push('another window')
    if (this.#page.frames().length > 1) live.push('a frame')
    const soon = this.#answeredAt + TAKEN_IN - performance.now()
    if (soon <= 0) return { ...state, live }
    const next = state.next === -1 ? soon : Math.min(state.next, soon)
    return { ...state, live, next, last: Math.max(state.last, soon) }
  }
}

/** Asks the judge's script in the document of a page. */
async function ask(page: Page, question: string): Promise<unknown> {
  const body = encodeURIComponent(JSON.stringify({ ask: question }))
  const answer = await page.locator(`${ENGINE}=${body}`).textContent()
  return JSON.parse(answer ?? 'null') as unknown
}

/** Asks about the first element that a locator finds; undefined if there is none at this moment. */
export async function askOf(locator: Locator, question: string): Promise<string | undefined> {
  const [answer] = await askAll(locator.first(), { ask: question })
  return answer
}

let questions = 0

/** Asks about every so manieth element that a locator finds at this moment. */
export function askSome(locator: Locator, question: string, every: number): Promise<string[]> {
  return askAll(locator, { ask: question, of: String((questions += 1)), every })
}

function askAll(locator: Locator, question: object): Promise<string[]> {
  const body = encodeURIComponent(JSON.stringify(question))
  return nowOrNever(() => locator.locator(`${ENGINE}=${body}`).allTextContents(), [])
}

/** How many elements a locator finds at this moment. */
export function countNow(locator: Locator): Promise<number> {
  return nowOrNever(() => locator.count(), 0)
}

/** While one document takes the place of another there is nothing on the page. */
async function nowOrNever<T>(read: () => Promise<T>, nothing: T): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (/because of a navigation|context was destroyed/i.test(String(error))) return nothing
    throw error
  }
}
