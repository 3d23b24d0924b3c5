import type { Page, Request } from 'playwright'
import { beginningOf as copyOf } from '../../../lib/wording/beginning.ts'

/** A line of the console. Times are on the clock of the harness (ms). */
export interface ConsoleLine {
  readonly type: string
  readonly text: string
  readonly at: number
}

export interface RecordedRequest {
  readonly method: string
  readonly url: string
  readonly resource: string
  readonly began: number
  readonly headers: Readonly<Record<string, string>>
  ended?: number
  status?: number
  statusText?: string
  answered?: Readonly<Record<string, string>>
  failure?: string
}

const MOST_LINES = 200
const MOST_REQUESTS = 300
const LONGEST = 1000
const beginningOf = (text: string) => copyOf(text, LONGEST)
const MOST_HEADERS = 40
/** Characters of all headers of a testcode: the archive is packed by the thread that all trials share. */
const ALL_HEADERS = 256 * 1024

/** Bounded record of the console and the network of one testcode, without bodies. The browser reports both to the harness anyway. */
export class PageLog {
  lines: ConsoleLine[] = []
  requests: RecordedRequest[] = []
  #open = new WeakMap<Request, RecordedRequest>()
  /** Characters that headers may still take. */
  #room = ALL_HEADERS

  clear(): void {
    this.lines = []
    this.requests = []
    this.#open = new WeakMap()
    this.#room = ALL_HEADERS
  }

  watch(page: Page): void {
    page.on('console', (message) => {
      this.#line(message.type(), message.text())
    })
    page.on('pageerror', (error) => {
      this.#line('error', error.message)
    })
    page.on('request', (request) => {
      this.#begun(request)
    })
    page.on('response', (response) => {
      const known = this.#open.get(response.request())
      if (!known) return
      known.status = response.status()
      known.statusText = beginningOf(response.statusText())
      known.answered = this.#bounded(response.headers())
    })
    page.on('requestfinished', (request) => {
      const known = this.#open.get(request)
      if (known) known.ended = performance.now()
    })
    page.on('requestfailed', (request) => {
      const known = this.#open.get(request)
      if (!known) return
      known.ended = performance.now()
      known.failure = request.failure()?.errorText ?? 'failed'
    })
  }

  #line(type: string, text: string): void {
    if (this.lines.length < MOST_LINES) this.lines.push({ type, text: beginningOf(text), at: performance.now() })
  }

  #begun(request: Request): void {
    if (this.requests.length >= MOST_REQUESTS) return
    const recorded = {
      method: beginningOf(request.method()),
      url: beginningOf(request.url()),
      resource: request.resourceType(),
      began: performance.now(),
      headers: this.#bounded(request.headers()),
    }
    this.requests.push(recorded)
    this.#open.set(request, recorded)
  }

  /** Headers as far as there is room for them. */
  #bounded(headers: Readonly<Record<string, string>>): Record<string, string> {
    const kept: Record<string, string> = {}
    for (const [name, value] of Object.entries(headers).slice(0, MOST_HEADERS)) {
      const [shortName, shortValue] = [beginningOf(name), beginningOf(value)]
      this.#room -= shortName.length + shortValue.length
      if (this.#room < 0) break
      kept[shortName] = shortValue
    }
    return kept
  }
}
