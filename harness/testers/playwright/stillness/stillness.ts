import { randomUUID } from 'node:crypto'
import type { Locator, Page, Request } from 'playwright'
import { inputsOf, sinceInputOf } from '../../../lib/browser/drivers.ts'
import { HarnessFault } from '../../../errors.ts'
import { withoutRecord } from '../evidence/unrecorded.ts'
import { ClosedTrees } from './closed-trees.ts'
import { ENGINE } from './inside.ts'
import { isFullyAtRest, restsFor, type PageState, type ReportedState } from './page-state.ts'

/** The behaviour of the pages of one trial. */
export class Habits {
  /** Set once a page has changed without any known cause. */
  surprise: string | undefined
  /** Milliseconds of the screenshots that looks needed: a page that is slow to paint, or a slow machine, is not charged for them. */
  painting = 0
  /** Selectors of the elements that the answers for the present testcode name: what they show is followed from the first input on. */
  named: readonly string[] = []
  /** Things that go on for ever, during which a text that was looked at stayed as it was. */
  readonly #harmless = new Set<string>()
  #isDistrusted = false

  /** Whether none of these things has to do with what is looked at, as far as this trial has shown. */
  areHarmless(background: readonly string[]): boolean {
    return this.surprise === undefined && background.every((each) => this.#harmless.has(each))
  }

  noteHarmless(background: readonly string[]): void {
    if (!this.#isDistrusted) for (const each of background) this.#harmless.add(each)
  }

  /** A page showed one text after another in one place: from now on, none of its pages is believed without a long look. */
  distrust(): void {
    this.#isDistrusted = true
    this.#harmless.clear()
  }
}

/** The state of a page at some moment. */
export interface Moment {
  readonly state: PageState
  /** Number of actions of the judge on the page before. */
  readonly inputs: number
  /** Time on the clock of the harness (ms). */
  readonly at: number
}

/** For this many ms after a response the page may not have processed it yet. */
const PROCESSING = 40
/** A request that was open for this long (ms) before the last input is a stream. */
const LONG_REQUEST = 1000
/** Milliseconds after an input in which a change may be its late effect, such as a file that was read or a picture that was decoded. */
const LATE_EFFECT = 1000
/** Milliseconds without a change after which a page with such a late effect is at rest again. */
const CALM = 700

/**
 * Tells whether a page can still change without its user. If a page changes although it was at rest, the cause is unknown.
 * Soon after an input the change may be a late effect of it: the page counts as restless until it has been calm for a while.
 * A later change without a cause makes the page count as restless for good.
 */
export class Stillness {
  /** Shadow trees of the page that no script can find. */
  readonly closedTrees: ClosedTrees
  readonly #page: Page
  readonly #inputs: () => number
  /** Milliseconds since the last action of the testcode on the page was sent. */
  readonly sinceInput: () => number
  /** Open requests, each with its beginning on the clock of the harness (ms). */
  readonly #open = new Map<Request, number>()
  /** Requests that were open when the last navigation began. */
  #openBefore: readonly Request[] = []
  #answeredAt = -Infinity
  #last: Moment | undefined
  readonly habits: Habits
  /** When a look last scrolled the page, on the clock of the harness (ms). */
  #scrolledAt = -Infinity
  /** The number of inputs at the last change of the page without a known cause. */
  #unexplainedAfter: number | undefined
  /** The last known number of inputs, and the time when it was first read. */
  #noted = { inputs: -1, at: 0 }
  /** The same, also while an action is under way. */
  #lastInput = { inputs: -1, at: 0 }
  /** When the page was last seen with a known cause of change. */
  #awakeAt = -Infinity
  /** The selectors that the present document has been asked to follow. */
  #followed: readonly string[] | undefined
  /** Whether the server has told the browser to load the page again, or another one, after some time. */
  #refreshes = false

  constructor(page: Page, habits = new Habits()) {
    this.#page = page
    this.closedTrees = new ClosedTrees(page)
    this.habits = habits
    const browser = page.context().browser()
    if (browser === null) throw new HarnessFault('the page has no browser, so it cannot be watched')
    this.#inputs = inputsOf(browser)
    this.sinceInput = sinceInputOf(browser)
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) this.#followed = undefined
    })
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame())
        this.#openBefore = [...this.#open.keys()]
      this.#open.set(request, performance.now())
    })
    page.on('response', (response) => {
      const request = response.request()
      if (request.isNavigationRequest() && request.frame() === page.mainFrame())
        this.#refreshes = 'refresh' in response.headers()
    })
    const answered = (request: Request) => {
      this.#open.delete(request)
      this.#answeredAt = performance.now()
    }
    page.on('requestfinished', answered)
    page.on('requestfailed', answered)
    // Requests of the previous document do not change this one.
    page.on('domcontentloaded', () => {
      for (const request of this.#openBefore) this.#open.delete(request)
    })
  }

  /** The last state that was read from the page. */
  get last(): PageState | undefined {
    return this.#last?.state
  }

  /** Number of actions of the testcode on the page. */
  inputs(): number {
    return this.#inputs()
  }

  /** Has the judge's script follow the page from now on, which it does not before it is first asked. Must be called before an input. */
  follow(): void {
    if (this.#followed === this.habits.named) return
    this.#followed = this.habits.named
    // The document may be replaced at this moment.
    withoutRecord(() => this.#ask()).catch(() => undefined)
  }

  /** Records that a look has scrolled the page, which may show more because of it. It is no input: a page can make each look scroll. */
  noteScroll(): void {
    this.#scrolledAt = performance.now()
  }

  /** Reads the state of the page. Rejects if the page is gone, or hangs for longer than its default timeout. */
  async state(): Promise<PageState> {
    const inputs = this.inputs()
    return this.take(await this.#ask(), inputs)
  }

  /**
   * Reads the state while an action of the testcode is under way. No change is reported as one without a cause: the action may be
   * the cause, although it has not ended yet.
   */
  async stateDuringAction(): Promise<PageState> {
    const inputs = this.inputs()
    const state = this.#withOutside(await this.#ask())
    return this.#withRest(this.#withSurprise(state, inputs), inputs, performance.now())
  }

  /**
   * Records a state that was read together with something else.
   * @param inputs Number of inputs before the read; a later input may change the page after its answer
   */
  take(read: ReportedState, inputs: number): PageState {
    const now = performance.now()
    if (inputs !== this.#noted.inputs) this.#noted = { inputs, at: now }
    const state = this.#withOutside(read)
    this.#compare(state, inputs, now)
    const known = this.#withRest(this.#withSurprise(state, inputs), inputs, now)
    this.#last = { state: known, inputs, at: now }
    return known
  }

  /**
   * Records that two looks differ. Not every such change is part of the state, for example that of a CSS rule.
   * @param since The last look before the page woke
   * @param until When the page was first seen awake; later changes are consequences
   * @param mayAnswer Whether a scroll of a look may explain the change
   * @returns Whether a scroll of a look is the only explanation
   */
  noteOtherLook(since: Moment, until: number, mayAnswer: boolean): boolean {
    const inputs = this.inputs()
    if (this.#isKnown(since, inputs, until)) return false
    const isAnswer = until - this.#scrolledAt < LATE_EFFECT
    if (isAnswer && mayAnswer) this.#unexplainedAfter = inputs
    else this.#wonder(inputs, until)
    return isAnswer
  }

  /** A state that was read before, with the changes without a cause that have been reported since. */
  revised(state: PageState): PageState {
    const revised = this.#withSurprise(state, this.inputs())
    return revised === state ? state : { ...revised, resting: 0 }
  }

  /** Asks the judge's script in the document of the page. */
  async #ask(): Promise<ReportedState> {
    const body = encodeURIComponent(JSON.stringify({ ask: 'state', named: this.habits.named })).replaceAll("'", '%27')
    const answer = await this.#page.locator(`${ENGINE}=${body}`).textContent()
    return JSON.parse(answer ?? 'null') as ReportedState
  }

  /** Records a change since the last state that has no known cause. */
  #compare(state: ReportedState, inputs: number, now: number): void {
    const before = this.#last
    if (before === undefined || before.state.version === state.version) return
    // Other parts of the page may depend on the scroll position.
    if (now - state.quiet - this.#scrolledAt < LATE_EFFECT) return
    if (!this.#isKnown(before, inputs, now)) this.#wonder(inputs, now)
  }

  /** Whether an input or a known cause explains a change since a moment. */
  #isKnown(before: Moment, inputs: number, now: number): boolean {
    if (before.inputs !== inputs || inputs !== this.inputs()) return true
    return !restsFor(before.state, now - before.at)
  }

  /** Records a change that has no known cause. */
  #wonder(inputs: number, now: number): void {
    if (now - this.#noted.at < LATE_EFFECT) this.#unexplainedAfter = inputs
    else this.habits.surprise ??= 'an earlier change without any known cause'
  }

  /** A page that has changed without a known cause may do so again. */
  #withSurprise<State extends ReportedState>(state: State, inputs: number): State {
    const isUnexplained = this.#unexplainedAfter === inputs && state.quiet < CALM
    const why = this.habits.surprise ?? (isUnexplained ? 'a change without a known cause' : undefined)
    return why === undefined || state.live.includes(why) ? state : { ...state, live: [...state.live, why] }
  }

  #withRest(state: ReportedState, inputs: number, now: number): PageState {
    if (inputs !== this.#lastInput.inputs) this.#lastInput = { inputs, at: now }
    if (!isFullyAtRest(state)) this.#awakeAt = now
    const since = Math.max(this.#lastInput.at, this.#awakeAt, this.#answeredAt)
    return { ...state, resting: Math.min(state.quiet, now - since), untouched: now - this.#lastInput.at }
  }

  #withOutside(state: ReportedState): ReportedState {
    const now = performance.now()
    const live = [...state.live]
    const background = [...state.background]
    if (this.#refreshes) live.push('a refresh')
    for (const [, since] of this.#open)
      if (since < this.#lastInput.at && now - since > LONG_REQUEST) background.push('a request that stays open')
      else live.push('an open request')
    if (this.#page.context().pages().length > 1) background.push('another window')
    if (this.#page.frames().length > 1) background.push('a frame')
    const soon = this.#answeredAt + PROCESSING - now
    if (soon <= 0) return { ...state, live, background }
    const next = state.next === -1 ? soon : Math.min(state.next, soon)
    return { ...state, live, background, next, last: Math.max(state.last, soon) }
  }
}

/**
 * Asks about the first element of a locator; undefined if it finds none at this moment.
 * @param since Milliseconds since the last input: what the element has shown since then is reported
 */
export async function queryFirst(
  locator: Locator,
  question: string,
  since: number,
  doubtful = false,
): Promise<string | undefined> {
  const [answer] = await askAll(locator.first(), { ask: question, since, doubtful })
  return answer
}

/** More than any document has elements. */
const MOST = 1e9

/**
 * Asks about the elements 0, `every`, 2 × `every` and so on that a locator finds at this moment.
 * @param most Elements after so many are not asked about
 */
export function queryEvery(locator: Locator, question: string, every: number, most = MOST): Promise<string[]> {
  return askAll(locator, { ask: question, of: randomUUID(), every, most })
}

/** Asks about the first element of a locator. There is one answer for each element; those about the others are empty. */
export function queryOnly(locator: Locator, question: string, since: number): Promise<string[]> {
  return askAll(locator, { ask: question, since, of: randomUUID(), every: MOST, counts: true })
}

function askAll(locator: Locator, question: object): Promise<string[]> {
  const body = encodeURIComponent(JSON.stringify(question))
  return nowOrNever(() => locator.locator(`${ENGINE}=${body}`).allTextContents(), [])
}

/** How many elements a locator finds at this moment. */
export function countNow(locator: Locator): Promise<number> {
  return nowOrNever(() => locator.count(), 0)
}

/** While one document replaces another, the page has no elements. */
async function nowOrNever<T>(read: () => Promise<T>, nothing: T): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (/because of a navigation|context was destroyed/i.test(String(error))) return nothing
    throw error
  }
}
