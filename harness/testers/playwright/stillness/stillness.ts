import type { Page, Request } from 'playwright'
import { inputsOf } from '../../../browser/drivers.ts'
import { HarnessFault } from '../../../errors.ts'
import { ENGINE } from './inside.ts'
import { isFullyAtRest, type PageState } from './page-state.ts'

/** A way in which a page changed that is not known here; set once. */
export interface Surprise {
  found?: string
}

/** Milliseconds after an input in which a change may be its late effect: a file is read, a picture decoded. */
const LATE_EFFECT = 1000

/**
 * Tells whether a page can still change without its user. A page that was said to be fully at rest and changed all the
 * same has a way to change that is not known here. Soon after an input that may be the input's late effect: the page is not
 * taken for one at rest until the next input. Later it is never taken for one at rest again.
 */
export class Stillness {
  readonly #page: Page
  readonly #inputs: () => number
  readonly #open = new Set<Request>()
  #last: { readonly state: PageState; readonly inputs: number } | undefined
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
    page.on('request', (request) => this.#open.add(request))
    page.on('requestfinished', (request) => this.#open.delete(request))
    page.on('requestfailed', (request) => this.#open.delete(request))
  }

  /** The last state that was read. */
  get last(): PageState | undefined {
    return this.#last?.state
  }

  /** The last state, or the one of now if the judge has acted on the page since it was read. */
  async sinceInput(): Promise<PageState> {
    return this.#last?.inputs === this.inputs() ? this.#last.state : this.state()
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
    // As it was before the page was asked: what is done meanwhile may change the page after its answer.
    const inputs = this.inputs()
    if (inputs !== this.#noted.inputs) this.#noted = { inputs, at: performance.now() }
    const state = this.#withOutside((await ask(this.#page, 'state')) as PageState)
    this.#compare(state, inputs)
    const why =
      this.#surprise.found ?? (this.#unexplainedAfter === inputs ? 'a change without a known cause' : undefined)
    const known = why === undefined ? state : { ...state, live: [...state.live, why] }
    this.#last = { state: known, inputs }
    return known
  }

  /** Whether the page has changed since the last look although it was fully at rest and nobody acted on it. */
  #compare(state: PageState, inputs: number): void {
    const before = this.#last
    if (before?.inputs !== inputs || inputs !== this.inputs()) return
    if (before.state.version === state.version || !isFullyAtRest(before.state)) return
    if (performance.now() - this.#noted.at < LATE_EFFECT) this.#unexplainedAfter = inputs
    else this.#surprise.found ??= 'a page that changed by itself while nothing was known that would change it'
  }

  #withOutside(state: PageState): PageState {
    const live = [...state.live]
    if (this.#open.size > 0) live.push('an open request')
    if (this.#page.context().pages().length > 1) live.push('another window')
    return { ...state, live }
  }
}

/** Asks the judge's script in the document of a page. */
async function ask(page: Page, question: string): Promise<unknown> {
  const body = encodeURIComponent(JSON.stringify({ ask: question }))
  const answer = await page.locator(`${ENGINE}=${body}`).textContent()
  return JSON.parse(answer ?? 'null') as unknown
}
