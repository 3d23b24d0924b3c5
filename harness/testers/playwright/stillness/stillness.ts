import type { Page, Request } from 'playwright'
import { inputsOf } from '../../../browser/drivers.ts'
import { HarnessFault } from '../../../errors.ts'
import { ENGINE } from './inside.ts'
import { isFullyAtRest, type PageState } from './page-state.ts'

/** A way in which a page changed that is not known here; set once. */
export interface Surprise {
  found?: string
}

/**
 * Tells whether a page can still change without its user. A page that was said to be fully at rest and changed all the
 * same has a way to change that is not known here: it is never taken for one at rest again.
 */
export class Stillness {
  readonly #page: Page
  readonly #inputs: () => number
  readonly #open = new Set<Request>()
  #last: { readonly state: PageState; readonly inputs: number } | undefined
  readonly #surprise: Surprise
  #scrolls = 0

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
    const inputs = this.inputs()
    const read = await ask(this.#page, 'state')
    const state = this.#withOutside(read as PageState)
    const before = this.#last
    if (
      before !== undefined &&
      this.#surprise.found === undefined &&
      before.inputs === inputs &&
      before.state.version !== state.version &&
      isFullyAtRest(before.state)
    )
      this.#surprise.found = 'a page that changed by itself while nothing was known that would change it'
    const { found } = this.#surprise
    const known = found === undefined ? state : { ...state, live: [...state.live, found] }
    this.#last = { state: known, inputs: this.inputs() }
    return known
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
