import type { Frame, Page } from 'playwright'
import type { Dialog } from '../../contracts/types.ts'

/** What a page may do during one testcode before it is ended: each costs the harness memory. */
const MOST = {
  line: { count: 10_000, words: 'wrote more than 10,000 lines to the console' },
  request: { count: 5_000, words: 'made more than 5,000 requests' },
} as const
const MOST_LINES = 50
const LONGEST_LINE = 500

/** Pages that a script made of a text. */
const MADE = /^(?:blob|data):/

/** What the browser answers where a policy, or a network with nothing else in it, stands in the way. */
const REFUSALS = [
  'ERR_BLOCKED_BY_ADMINISTRATOR',
  'ERR_INTERNET_DISCONNECTED',
  'ERR_NAME_NOT_RESOLVED',
  'ERR_ADDRESS_UNREACHABLE',
]

/** Some navigations the browser refuses without beginning one, and only says so. */
const REFUSED_BY_ITSELF = /^Not allowed to (load local resource|navigate top frame to)/

/** What a page says beside what it shows, bounded: dialogues, console, uncaught errors. */
export class PageRecord {
  readonly dialogs: Dialog[] = []
  readonly console: string[] = []
  /** Addresses that the page was kept from. */
  readonly refused: string[] = []
  /** Values of element parameters that led to an element in this trial. */
  readonly proven = new Set<string>()
  /** Why the page was closed, where it said too much. */
  flood: string | undefined
  /** Address of a page that no server gave, where the window went to one. */
  made: string | undefined
  readonly #onFlood: (page: Page) => void
  readonly #counts = { line: 0, request: 0 }
  /** Of the document that was loaded last. */
  pageStatus = 200

  /** @param onFlood Ends a page that says too much; whoever acts on it finds it closed */
  constructor(onFlood: (page: Page) => void) {
    this.#onFlood = onFlood
  }

  clear(): void {
    this.dialogs.length = 0
    this.console.length = 0
    this.refused.length = 0
    this.flood = undefined
    this.made = undefined
    Object.assign(this.#counts, { line: 0, request: 0 })
  }

  /** Accepts every dialogue, as a user who presses the default button, and records it. */
  watch(page: Page): void {
    page.on('dialog', (dialog) => {
      if (this.dialogs.length < MOST_LINES) {
        this.dialogs.push({ type: dialog.type(), message: dialog.message().slice(0, LONGEST_LINE) })
      }
      // The page may be gone by then, which the testcode finds out for itself.
      dialog.accept().catch((error: unknown) => {
        this.#add(() => `[dialogue not accepted] ${String(error)}`)
      })
    })
    page.on('console', (message) => {
      this.#count(page, 'line')
      this.#add(() => `[${message.type()}] ${message.text()}`)
      if (REFUSED_BY_ITSELF.test(message.text())) this.refuse(message.text())
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
      // A navigation to what is no page of the network (data:, file:) fails no request.
      if (frame.url().startsWith('chrome-error:')) this.refuse('a navigation')
      if (MADE.test(frame.url())) this.#leave(frame)
    })
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? ''
      if (REFUSALS.some((refusal) => reason.includes(refusal))) this.refuse(request.url())
    })
  }

  /** What the page was kept from. */
  refuse(what: string): void {
    if (this.refused.length < MOST_LINES) this.refused.push(what.slice(0, LONGEST_LINE))
  }

  #add(line: () => string): void {
    if (this.console.length < MOST_LINES) this.console.push(line().slice(0, LONGEST_LINE))
  }

  /** The browser's policy takes a page that a script made for one of the script's own origin, or for none; nobody served it. */
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
