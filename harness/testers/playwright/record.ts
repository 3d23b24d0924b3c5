import type { Dialog as PageDialog, Frame, Page } from 'playwright'
import { beginningOf } from '../../lib/wording/beginning.ts'
import type { Dialog } from '../../contracts/types.ts'

/** Limits of a page during one testcode; a page that exceeds one is ended, because each event costs the harness memory. */
const MOST = {
  line: { count: 10_000, words: 'wrote more than 10,000 lines to the console' },
  request: { count: 5_000, words: 'made more than 5,000 requests' },
} as const
const MOST_LINES = 50
const LONGEST_LINE = 500

/** Pages that a script created from a text. */
const SCRIPT_MADE = /^(?:blob|data):/

/** Errors of the browser for requests that its policy, or its isolated network, does not let through. */
const REFUSALS = [
  'ERR_BLOCKED_BY_ADMINISTRATOR',
  'ERR_INTERNET_DISCONNECTED',
  'ERR_NAME_NOT_RESOLVED',
  'ERR_ADDRESS_UNREACHABLE',
]

/** Console messages about navigations that the browser refuses before they begin. */
const REFUSED_NAVIGATION = /^Not allowed to (load local resource|navigate top frame to)/

/** Bounded record of a page's dialogs, console lines, uncaught errors and refused requests. */
export class PageRecord {
  readonly dialogs: Dialog[] = []
  readonly console: string[] = []
  /** Addresses that the page was not allowed to load. */
  readonly refused: string[] = []
  /** Values of element parameters that have led to an element in this trial. */
  readonly proven = new Set<string>()
  /** The limit that the page exceeded, if it was ended for that. */
  flood: string | undefined
  /** Address of the script-made page that the window went to, if it did. */
  made: string | undefined
  readonly #onFlood: (page: Page) => void
  readonly #counts = { line: 0, request: 0 }
  /** HTTP status of the last document. */
  pageStatus = 200

  /** @param onFlood Ends a page that exceeds a limit; later actions on it fail because it is closed */
  constructor(onFlood: (page: Page) => void) {
    this.#onFlood = onFlood
  }

  clear(): void {
    this.dialogs.length = 0
    this.console.length = 0
    this.refused.length = 0
    this.flood = undefined
    this.made = undefined
    this.confirms = true
    Object.assign(this.#counts, { line: 0, request: 0 })
  }

  /** Whether a question of the browser (`confirm`) is answered with yes. */
  confirms = true
  /** The answer to the next prompt in place of its own text. */
  #answer: { readonly text: string; given: boolean } | undefined

  /** Answers a prompt that the browser shows because of an act with a text. Tells whether it showed one. */
  async answeringPrompt(text: string, act: () => Promise<void>): Promise<boolean> {
    const answer = { text, given: false }
    this.#answer = answer
    try {
      await act()
      return answer.given
    } finally {
      this.#answer = undefined
    }
  }

  /** The text of a prompt: without an answer for it, its own. */
  #promptText(dialog: PageDialog): string | undefined {
    if (dialog.type() !== 'prompt') return undefined
    if (this.#answer === undefined || this.#answer.given) return dialog.defaultValue()
    this.#answer.given = true
    return this.#answer.text
  }

  /** Accepts and records every dialog, like a user who presses the default button, unless the testcode cancels. */
  watch(page: Page): void {
    page.on('dialog', (dialog) => {
      if (this.dialogs.length < MOST_LINES) {
        this.dialogs.push({ type: dialog.type(), message: beginningOf(dialog.message(), LONGEST_LINE) })
      }
      // If the page is gone by then, the testcode gets its own error.
      const isRefused = !this.confirms && dialog.type() !== 'alert'
      const done = isRefused ? dialog.dismiss() : dialog.accept(this.#promptText(dialog))
      done.catch((error: unknown) => {
        this.#add(() => `[dialog not accepted] ${String(error)}`)
      })
    })
    page.on('console', (message) => {
      this.#count(page, 'line')
      this.#add(() => `[${message.type()}] ${message.text()}`)
      if (REFUSED_NAVIGATION.test(message.text())) this.refuse(message.text())
    })
    page.on('pageerror', (error) => {
      this.#count(page, 'line')
      this.#add(() => `[uncaught] ${error.message}`)
    })
    const countRequest = () => {
      this.#count(page, 'request')
    }
    page.on('request', countRequest)
    page.on('websocket', countRequest)
    page.on('worker', countRequest)
    page.on('response', (response) => {
      if (response.request().isNavigationRequest() && response.frame() === page.mainFrame())
        this.pageStatus = response.status()
    })
    page.on('framenavigated', (frame) => {
      // A navigation to a page that is not loaded from the network (data:, file:) fails no request.
      if (frame.url().startsWith('chrome-error:')) this.refuse('a navigation')
      if (SCRIPT_MADE.test(frame.url())) this.#leave(frame)
    })
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? ''
      if (REFUSALS.some((refusal) => reason.includes(refusal))) this.refuse(request.url())
    })
  }

  /** Records something that the page was not allowed to load. */
  refuse(what: string): void {
    if (this.refused.length < MOST_LINES) this.refused.push(beginningOf(what, LONGEST_LINE))
  }

  #add(line: () => string): void {
    if (this.console.length < MOST_LINES) this.console.push(beginningOf(line(), LONGEST_LINE))
  }

  /** A script-made page has the origin of its script, or none, so the browser's policy lets it through; no server sent it. */
  #leave(frame: Frame): void {
    this.refuse(frame.url())
    if (frame.parentFrame() === null) this.made = frame.url()
    frame.goto('about:blank').catch((error: unknown) => {
      this.#add(() => `[not left] ${String(error)}`)
    })
  }

  #count(page: Page, what: keyof typeof MOST): void {
    this.#counts[what] += 1
    if (this.#counts[what] <= MOST[what].count || this.flood !== undefined) return
    this.flood = `the page ${MOST[what].words}`
    this.#onFlood(page)
  }
}
