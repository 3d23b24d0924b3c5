/** How much a browser may send its driver, counted while it is still bytes. */
const MIB = 1024 * 1024

/** Largest answer to something that was asked: the text of a page, a picture, the body of a response. */
const MOST_ANSWER = 32 * MIB
/** Largest event. Requests hold addresses, and those of `data:` hold whole pictures. */
const MOST_EVENT = 8 * MIB
/** Largest event whose content the page chooses freely and no honest page makes large. */
const MOST_SAID = 1 * MIB
/** All that a page says in the life of its browser, and all events. An honest trial has less than a tenth of it. */
const MOST_SAID_IN_ALL = 64 * MIB
const MOST_EVENTS_IN_ALL = 512 * MIB

/** What a page says, by the events that carry it. */
const SAID: Readonly<Record<string, string>> = {
  'Runtime.consoleAPICalled': 'a console message',
  'Runtime.exceptionThrown': 'an uncaught error',
  'Log.entryAdded': 'a line of the log',
  'Page.javascriptDialogOpening': 'a dialogue',
  'Target.targetInfoChanged': 'a title or an address',
  'Target.targetCreated': 'a title or an address',
  'Target.attachedToTarget': 'a title or an address',
  'Page.frameNavigated': 'an address',
  'Page.navigatedWithinDocument': 'an address',
  'Network.webSocketFrameReceived': 'a message of a WebSocket',
  'Network.webSocketFrameSent': 'a message of a WebSocket',
  'Network.webSocketFrameError': 'a message of a WebSocket',
  'Network.eventSourceMessageReceived': 'a message of an event source',
  'Runtime.bindingCalled': 'a call of a function',
}

export interface Bound {
  readonly bytes: number
  readonly what: string
  readonly counts: 'answer' | 'event' | 'said'
}

/** Bytes of a message in which its kind is written. */
export const HEAD_BYTES = 100

/** The bound of a message that begins like this. Chromium writes the name of an event, or the number of an answer, first. */
export function boundOf(head: string): Bound {
  if (/^\{"id":\d+[,}]/.test(head)) return { bytes: MOST_ANSWER, what: 'an answer', counts: 'answer' }
  const method = /^\{"method":"([\w.]+)"/.exec(head)?.[1] ?? 'unknown'
  const said = SAID[method]
  if (said !== undefined) return { bytes: MOST_SAID, what: said, counts: 'said' }
  return { bytes: MOST_EVENT, what: `an event (${method})`, counts: 'event' }
}

/** The sums of a browser's life. Says what went over its bound. */
export class Sums {
  #said = 0
  #events = 0

  add(bytes: number, { counts }: Bound): string | undefined {
    if (counts === 'answer') return undefined
    this.#events += bytes
    if (counts === 'said') this.#said += bytes
    if (this.#said > MOST_SAID_IN_ALL)
      return overSum('in its console, errors, dialogues and addresses', MOST_SAID_IN_ALL)
    return this.#events > MOST_EVENTS_IN_ALL ? overSum('in events', MOST_EVENTS_IN_ALL) : undefined
  }
}

function overSum(what: string, bound: number): string {
  return `the page sent the browser's driver more than ${mib(bound)} ${what}`
}

export function overBound({ what, bytes }: Bound): string {
  return `the page sent the browser's driver ${what} larger than ${mib(bytes)}`
}

export function mib(bytes: number): string {
  return `${String(bytes / MIB)} MiB`
}
