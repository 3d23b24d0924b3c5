// Some functions run in the page.
/// <reference lib="dom" />
import { setTimeout as delay } from 'node:timers/promises'
import type { Page, Request, Response } from '@playwright/test'
import { BadParameter, DeadlineExceeded, ExpectationNotMet, ProjectFault } from '../../errors.ts'
import type { WebsiteTarget } from '../../contracts/types.ts'
import { isBrowserTimeout } from '../../lib/browser/library.ts'
import { expectHomepage } from '../homepage.ts'
import { isOnTarget } from '../project-address.ts'

/** The browser's policy blocked a navigation away from the project. */
class LeadsAway extends ProjectFault {}

/** The browser showed its own error page. */
class NotOpened extends ProjectFault {
  /** Whether the server may answer later: it accepts no connection yet. */
  readonly mayAnswer: boolean
  constructor(message: string, mayAnswer: boolean) {
    super(message)
    this.mayAnswer = mayAnswer
  }
}

/** How long pages are waited for, and what is known about them. */
export interface Patience {
  /** Milliseconds until the server must answer. */
  readonly patience: number
  /** Addresses that kept a page of this trial from loading completely. They are not waited for again. */
  readonly unanswered: Set<string>
}

/**
 * Opens the page that a parameter names.
 * @throws BadParameter if the project has no such page, or the page leads away from the project
 * @throws ExpectationNotMet if the project answers with another error
 */
export async function visit(
  page: Page,
  address: string,
  name: string,
  target: WebsiteTarget,
  patience: Patience,
): Promise<void> {
  const response = await go(page, address, patience).catch((error: unknown) => {
    throw error instanceof LeadsAway ? new BadParameter(`"${name}": ${error.message}`) : error
  })
  const status = response?.status() ?? 200
  if (!isOnTarget(page.url(), target)) {
    throw new BadParameter(`"${name}" leads to ${page.url().slice(0, 200)}, which is not served by the project`)
  }
  if (status === 404 || status === 410)
    throw new BadParameter(`"${name}" is not a page of the project: the project answers ${String(status)}`)
  if (status >= 400)
    throw new ExpectationNotMet(`the page that "${name}" names was answered with status ${String(status)}`)
}

/**
 * Opens a page whose address a testcode has seen. Any HTTP status is accepted.
 * @throws ProjectFault if it cannot be opened
 */
export async function load(page: Page, address: string, patience: Patience): Promise<void> {
  await go(page, address, patience)
}

/** Like `load`, but also accepts that the server refuses without an answer. */
export async function peek(page: Page, address: string, patience: Patience): Promise<void> {
  await load(page, address, patience).catch((error: unknown) => {
    if (!(error instanceof NotOpened)) throw error
  })
}

/** Statuses of a server, or of a proxy before it, that still starts. */
const STARTING = [502, 503, 504]
/** Milliseconds between two tries at a server that still starts, and the factor from one pause to the next. */
const PAUSE = { first: 250, growth: 1.5, longest: 2000 }

/**
 * Opens the homepage and checks that it makes the website runnable. A server that accepts no connection, or answers that it is not
 * ready, is asked again until the time is over, as a person would.
 * @throws ExpectationNotMet
 */
export async function openHomepage(
  page: Page,
  target: WebsiteTarget,
  { patience, unanswered }: Patience,
): Promise<void> {
  const deadline = performance.now() + patience
  for (let pause = PAUSE.first; ; pause = Math.min(pause * PAUSE.growth, PAUSE.longest)) {
    const left = deadline - performance.now()
    const { problem, wait } = await homepageProblem(page, target, { patience: Math.max(left, 1), unanswered })
    if (problem === undefined) return
    if (wait === undefined || target.ended() !== undefined) throw problem
    // A server may be ready long before the time that it names.
    const next = Math.max(pause, Math.min(wait, PAUSE.longest))
    if (performance.now() + next >= deadline) throw problem
    await delay(next)
  }
}

/** `wait`: milliseconds after which the server may be ready; undefined if it has given its last answer. */
async function homepageProblem(
  page: Page,
  target: WebsiteTarget,
  patience: Patience,
): Promise<{ readonly problem?: Error; readonly wait?: number }> {
  try {
    const response = await go(page, target.origin + target.homepage, patience)
    if (response === undefined) throw new ExpectationNotMet('the homepage gave no answer')
    const status = response.status()
    const wait = STARTING.includes(status) ? { wait: retryAfter(response) } : {}
    const [shown, header] = await Promise.all([documentOf(page), response.headerValue('content-type')])
    const homepage = {
      url: page.url(),
      status,
      type: header ?? shown.type,
      isEmpty: () => Promise.resolve(shown.isEmpty),
    }
    return await expectHomepage(homepage, target).then(
      () => ({}),
      (problem: unknown) => ({ problem: asError(problem), ...wait }),
    )
  } catch (error) {
    const problem = asError(error)
    return problem instanceof NotOpened && problem.mayAnswer ? { problem, wait: 0 } : { problem }
  }
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}

/** The seconds that the server asks for, in ms; 0 if it names none. */
function retryAfter(response: Response): number {
  const seconds = Number(response.headers()['retry-after'] ?? '')
  return Number.isFinite(seconds) ? seconds * 1000 : 0
}

interface ShownDocument {
  /** The media type that the browser found out, also without a header of the server. */
  readonly type: string
  readonly isEmpty: boolean
}

/** Milliseconds for the rest of an empty document that still loads, and between two looks at it. */
const REST_OF_DOCUMENT = 3000
const LOOK_AGAIN = 100

async function documentOf(page: Page): Promise<ShownDocument> {
  const deadline = performance.now() + REST_OF_DOCUMENT
  for (;;) {
    const shown = await page.evaluate(readDocument).catch((error: unknown) => {
      if (/because of a navigation|context was destroyed/i.test(String(error))) return undefined
      throw error
    })
    if (shown !== undefined && (!shown.isEmpty || !shown.loads)) return shown
    if (performance.now() > deadline) return shown ?? { type: 'text/html', isEmpty: false }
    await delay(LOOK_AGAIN)
  }
}

/** Runs in the page, in a world of its own. Elements can hide properties of the document by their names. */
function readDocument(): ShownDocument & { readonly loads: boolean } {
  const read = (owner: typeof Document | typeof Node, key: string, object: Node) =>
    Object.getOwnPropertyDescriptor(owner.prototype, key)?.get?.call(object) as unknown
  const root = read(Document, 'documentElement', document) as Element | null
  let elements = 0
  if (root !== null) {
    const walker = Document.prototype.createTreeWalker.call(document, root, NodeFilter.SHOW_ELEMENT)
    // More than the two that the browser itself adds need not be counted.
    while (elements <= 2 && walker.nextNode()) elements += 1
  }
  const text = root === null ? '' : String(read(Node, 'textContent', root))
  // The browser itself adds a head and a body.
  return {
    type: String(read(Document, 'contentType', document)),
    isEmpty: read(Document, 'doctype', document) === null && elements <= 2 && text.trim() === '',
    loads: read(Document, 'readyState', document) !== 'complete',
  }
}

/**
 * Opens an address, and waits until a person could use the page.
 * @returns The answer to the last document, if the page went on by itself
 */
async function go(page: Page, address: string, { patience, unanswered }: Patience): Promise<Response | undefined> {
  using opening = new Opening(page, address)
  const options = { waitUntil: 'commit', timeout: patience } as const
  try {
    // An address that differs only in its fragment loads no new page, so the page is reloaded.
    const first = (await page.goto(address, options)) ?? (await page.reload(options))
    await opening.untilUsable(patience, unanswered)
    return opening.response ?? first ?? undefined
  } catch (error) {
    throw page.isClosed() ? error : opening.explained(error, patience)
  }
}

/** Milliseconds without a request that begins or ends, after which a page that does not load completely is used as it is. */
const CALM = 1000
/** The same if everything that it waits for never came before in this trial. */
const CALM_AGAIN = 200
/** The part of the time of an action for which scripts and styles are waited for, before the page is used without them. */
const MOST_LOADING = 0.75
/** Resources without which a page cannot be used. */
const NEEDED = ['script', 'stylesheet']

const REFUSED = /ERR_(?:CONNECTION_(?:REFUSED|RESET|CLOSED|ABORTED)|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)/

/** Responses that a page receives while it is opened: its documents, if it goes on by itself, and everything that they load. */
class Opening implements Disposable {
  /** The answer to its last document. */
  response: Response | undefined
  readonly #page: Page
  readonly #asked: string
  /** Where the window was sent last. */
  #address: string
  readonly #open = new Set<Request>()
  #changedAt = performance.now()

  constructor(page: Page, address: string) {
    this.#page = page
    this.#asked = address
    this.#address = address
    page.on('request', this.#onRequest)
    page.on('response', this.#onResponse)
    page.on('requestfinished', this.#onEnd)
    page.on('requestfailed', this.#onEnd)
  }

  [Symbol.dispose](): void {
    this.#page.off('request', this.#onRequest)
    this.#page.off('response', this.#onResponse)
    this.#page.off('requestfinished', this.#onEnd)
    this.#page.off('requestfailed', this.#onEnd)
  }

  readonly #onRequest = (request: Request): void => {
    this.#changedAt = performance.now()
    this.#open.add(request)
    if (isDocument(request)) this.#address = request.url()
  }

  readonly #onResponse = (response: Response): void => {
    this.#changedAt = performance.now()
    if (isDocument(response.request())) this.response = response
  }

  readonly #onEnd = (request: Request): void => {
    this.#changedAt = performance.now()
    this.#open.delete(request)
  }

  /**
   * Waits for the page to load. A page that keeps waiting for something is used as a person would use it: once nothing more comes.
   * @param unanswered Extended by the addresses that it still waits for
   */
  async untilUsable(patience: number, unanswered: Set<string>): Promise<void> {
    const stop = new AbortController()
    const loaded = this.#page.waitForLoadState('load', { timeout: patience * MOST_LOADING }).catch((error: unknown) => {
      if (!isBrowserTimeout(error)) throw error
      return 'loading' as const
    })
    const calm = this.#untilCalm(unanswered, stop.signal)
    calm.catch(() => undefined)
    try {
      const how = await Promise.race([loaded, calm])
      if (how !== undefined) for (const request of this.#open) unanswered.add(request.url())
    } finally {
      stop.abort()
      loaded.catch(() => undefined)
    }
  }

  async #untilCalm(unanswered: ReadonlySet<string>, signal: AbortSignal): Promise<'loading'> {
    for (;;) {
      await delay(LOOK_AGAIN, undefined, { signal })
      const waitsFor = [...this.#open].filter((request) => !unanswered.has(request.url()))
      const quiet = performance.now() - this.#changedAt
      if (waitsFor.some((request) => NEEDED.includes(request.resourceType()))) continue
      if (quiet >= (waitsFor.length === 0 ? CALM_AGAIN : CALM)) return 'loading'
    }
  }

  /** The error with the address that could not be opened, which may be that of a redirect. */
  explained(error: unknown, patience: number): unknown {
    const where = this.#address === this.#asked ? this.#asked : `${this.#asked} leads to ${this.#address}, which`
    if (isBrowserTimeout(error))
      return new DeadlineExceeded(`${where} gave no answer within ${(patience / 1000).toFixed(1)} s`)
    const [text = ''] = String(error).split('\n')
    if (text.includes('ERR_BLOCKED_BY_ADMINISTRATOR')) return new LeadsAway(`${where} leads away from the project`)
    const [code] = /net::ERR_\w+/.exec(text) ?? []
    const why = code ?? text.replace(/^(?:Error: )?\w+\.\w+: /, '')
    const mayAnswer = REFUSED.test(text) && new URL(this.#address).origin === new URL(this.#asked).origin
    return new NotOpened(`${where} could not be opened: ${why}`, mayAnswer)
  }
}

/** Whether a request is for the document of the window itself. */
function isDocument(request: Request): boolean {
  return request.isNavigationRequest() && request.frame().parentFrame() === null
}
