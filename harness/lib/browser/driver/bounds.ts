import { MiB } from '../../wording/bytes.ts'

/** Limits on what a browser may send its driver, counted in bytes before any message is parsed. */

/** Largest answer to a request: the text of a page, a picture, the body of a response. */
const MAX_ANSWER = 32 * MiB
/** Largest event. Events of requests contain URLs, and a `data:` URL contains a whole picture. */
const MAX_EVENT = 8 * MiB
/** Largest event whose content the page chooses freely; honest pages keep it small. */
const MAX_CONTENT_EVENT = 1 * MiB
/** Totals over the life of a browser: content that pages choose freely, and all events. An honest trial needs less than a tenth. */
const MAX_TOTAL_CONTENT = 64 * MiB
const MAX_TOTAL_EVENTS = 512 * MiB

/** Events whose content the page chooses freely, with their names for messages. */
const CONTENT_EVENTS: Readonly<Record<string, string>> = {
  'Runtime.consoleAPICalled': 'a console message',
  'Runtime.exceptionThrown': 'an uncaught error',
  'Log.entryAdded': 'a log entry',
  'Page.javascriptDialogOpening': 'a dialog',
  'Target.targetInfoChanged': 'a title or URL',
  'Target.targetCreated': 'a title or URL',
  'Target.attachedToTarget': 'a title or URL',
  'Page.frameNavigated': 'a URL',
  'Page.navigatedWithinDocument': 'a URL',
  'Network.webSocketFrameReceived': 'a WebSocket message',
  'Network.webSocketFrameSent': 'a WebSocket message',
  'Network.webSocketFrameError': 'a WebSocket message',
  'Network.eventSourceMessageReceived': 'an EventSource message',
  'Runtime.bindingCalled': 'a call of a binding',
}

export interface Bound {
  readonly bytes: number
  readonly what: string
  readonly counts: 'answer' | 'event' | 'content'
}

/** The first bytes of a message, which contain its kind. */
export const HEAD_BYTES = 100

/** The bound of a message that begins with `head`. Chromium writes the name of an event, or the id of an answer, first. */
export function boundOf(head: string): Bound {
  if (/^\{"id":\d+[,}]/.test(head)) return { bytes: MAX_ANSWER, what: 'an answer', counts: 'answer' }
  const method = /^\{"method":"([\w.]+)"/.exec(head)?.[1] ?? 'unknown'
  const content = CONTENT_EVENTS[method]
  if (content !== undefined) return { bytes: MAX_CONTENT_EVENT, what: content, counts: 'content' }
  return { bytes: MAX_EVENT, what: `an event (${method})`, counts: 'event' }
}

/** Totals over the life of a browser. */
export class Totals {
  #content = 0
  #events = 0

  /** @returns the reason if a total is over its bound */
  add(bytes: number, { counts }: Bound): string | undefined {
    if (counts === 'answer') return undefined
    this.#events += bytes
    if (counts === 'content') this.#content += bytes
    if (this.#content > MAX_TOTAL_CONTENT)
      return overTotal('of console messages, errors, dialogs and URLs', MAX_TOTAL_CONTENT)
    return this.#events > MAX_TOTAL_EVENTS ? overTotal('of events', MAX_TOTAL_EVENTS) : undefined
  }
}

function overTotal(what: string, bound: number): string {
  return `the page sent the browser's driver more than ${mib(bound)} ${what}`
}

export function overBound({ what, bytes }: Bound): string {
  return `the page sent the browser's driver ${what} larger than ${mib(bytes)}`
}

export function mib(bytes: number): string {
  return `${String(bytes / MiB)} MiB`
}
