import type { Browser, BrowserContext, Page } from 'playwright'
import { HarnessFault, messageOf } from '../../errors.ts'
import { boundOfReading, errorOfReading, expectReadable } from './reading.ts'

/** The library's client side: objects that stand for those of a driver's process. */
export interface Connection {
  onmessage: (message: object) => void
  /** @throws Error for a message that the library does not understand */
  dispatch(message: object): void
  initializePlaywright(): Promise<unknown>
  /** Whatever is waited for is told that it is gone, and the browser's listeners that it has ended. */
  close(why: string, browser?: Browser): void
}

/** The parts of the library that are not public. */
interface Inner {
  onmessage: (message: object) => void
  dispatch(message: object): void
  initializePlaywright(): Promise<unknown>
  sendMessageToServer(object: unknown, method: string, params: unknown, options: unknown): Promise<unknown>
  close(why: string): void
}
type Closable = (Page | BrowserContext) & { _onClose(): void }

/** What the library says of a message about an object that it has let go. */
const FORGOTTEN = [
  / was not bound in the connection$/,
  /^Cannot find object to "/,
  /^Cannot find parent object /,
  /^Unknown new child: /,
  /^Cannot find command to respond: /,
]

/**
 * A connection for one driver. The library keeps at most 10,000 objects of a kind (requests, responses, frames), and throws
 * when a message names one that it has let go, which a page can bring about: such messages are dropped, and whoever waits
 * for one has a deadline.
 * @throws HarnessFault where the library is not built as it was
 */
export async function openConnection(): Promise<Connection> {
  const inner = await innerConnection()
  boundReadings(inner)
  return {
    get onmessage() {
      return inner.onmessage
    },
    set onmessage(handler) {
      inner.onmessage = handler
    },
    dispatch(message) {
      try {
        inner.dispatch(message)
      } catch (error) {
        if (!FORGOTTEN.some((words) => words.test(messageOf(error)))) throw error
      }
    },
    initializePlaywright: () => inner.initializePlaywright(),
    close(why, browser) {
      inner.close(why)
      if (browser?.isConnected() === true) disconnect(browser)
    },
  }
}

/** Every page, frame and element of the connection reads through this one method. */
function boundReadings(inner: Inner): void {
  const send = inner.sendMessageToServer.bind(inner)
  inner.sendMessageToServer = async (object, method, params, options) => {
    const bound = boundOfReading({ method, params })
    try {
      const result = await send(object, method, params, options)
      if (bound !== undefined) expectReadable(result, bound, () => nameOf(object, params))
      return result
    } catch (error) {
      throw errorOfReading(error, () => nameOf(object, params))
    }
  }
}

/** What is read, as testcodes write it. */
function nameOf(object: unknown, params: unknown): string {
  const { selector } = (params ?? {}) as { readonly selector?: unknown }
  const { locator } = (object ?? {}) as { readonly locator?: unknown }
  if (typeof selector === 'string' && typeof locator === 'function') return String(locator.call(object, selector))
  return typeof locator === 'function' ? 'the page' : 'what was asked for'
}

/** As the library itself does for a browser whose connection breaks. */
function disconnect(browser: Browser): void {
  for (const context of browser.contexts()) {
    for (const page of context.pages()) (page as Closable)._onClose()
    ;(context as Closable)._onClose()
  }
  ;(browser as Browser & { _didClose(): void })._didClose()
}

/** Its class has no name outside of the library; the connection to the library's own process has the same. */
async function innerConnection(): Promise<Inner> {
  // Loaded only where a browser is started: it costs 0.3 s.
  const { chromium } = await import('playwright')
  const { _connection: own } = chromium as unknown as {
    readonly _connection?: { readonly constructor: new () => Inner }
  }
  const inner = own && new own.constructor()
  const methods = ['dispatch', 'initializePlaywright', 'sendMessageToServer', 'close'] as const
  if (inner && methods.every((name) => typeof inner[name] === 'function')) return inner
  throw new HarnessFault('this version of the browser library has no connection of the kind that is known; run npm ci')
}
