import type { Page, Request } from 'playwright'

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
const MOST_HEADERS = 40

/** Bounded record of the console and the network of one testcode, without bodies. The browser reports both to the harness anyway. */
export class PageLog {
  lines: ConsoleLine[] = []
  requests: RecordedRequest[] = []
  #open = new WeakMap<Request, RecordedRequest>()

  clear(): void {
    this.lines = []
    this.requests = []
    this.#open = new WeakMap()
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
      known.statusText = response.statusText().slice(0, LONGEST)
      known.answered = bounded(response.headers())
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
    if (this.lines.length < MOST_LINES) this.lines.push({ type, text: text.slice(0, LONGEST), at: performance.now() })
  }

  #begun(request: Request): void {
    if (this.requests.length >= MOST_REQUESTS) return
    const recorded = {
      method: request.method(),
      url: request.url().slice(0, LONGEST),
      resource: request.resourceType(),
      began: performance.now(),
      headers: bounded(request.headers()),
    }
    this.requests.push(recorded)
    this.#open.set(request, recorded)
  }
}

function bounded(headers: Readonly<Record<string, string>>): Record<string, string> {
  const some = Object.entries(headers).slice(0, MOST_HEADERS)
  return Object.fromEntries(some.map(([name, value]) => [name.slice(0, LONGEST), value.slice(0, LONGEST)]))
}
