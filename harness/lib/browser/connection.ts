import type { Browser, BrowserContext, Page } from 'playwright'
import { HarnessFault, messageOf } from '../../errors.ts'
import { browserLibrary } from './library.ts'
import { boundOfReading, errorOfReading, expectReadable } from './reading.ts'

/** Playwright's client side: its objects stand for objects in the driver's process. */
export interface Connection {
  onmessage: (message: object) => void
  /** @throws Error for a message that the library does not understand */
  dispatch(message: object): void
  initializePlaywright(): Promise<unknown>
  /** Rejects everything that is pending, and tells the browser's listeners that it is disconnected. */
  close(why: string, browser?: Browser): void
}

/** Playwright's own connection, which is not public. */
interface InternalConnection {
  onmessage: (message: object) => void
  dispatch(message: object): void
  initializePlaywright(): Promise<unknown>
  sendMessageToServer(object: unknown, method: string, params: unknown, options: unknown): Promise<unknown>
  close(why: string): void
}
type Closable = (Page | BrowserContext) & { _onClose(): void }

/** Playwright's errors for a message about an object that it has disposed of. */
const DISPOSED = [
  / was not bound in the connection$/,
  /^Cannot find object to "/,
  /^Cannot find parent object /,
  /^Unknown new child: /,
  /^Cannot find command to respond: /,
]

/**
 * Opens a connection for one driver. Playwright keeps at most 10,000 objects of a kind (requests, responses, frames) and throws
 * if a message names an older one. A page can cause that, so such messages are dropped; everything that waits for one has
 * a deadline.
 * @throws HarnessFault if the internals of Playwright have changed
 */
export function openConnection(): Connection {
  const inner = internalConnection()
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
        if (!DISPOSED.some((pattern) => pattern.test(messageOf(error)))) throw error
      }
    },
    initializePlaywright: () => inner.initializePlaywright(),
    close(why, browser) {
      inner.close(why)
      if (browser?.isConnected() === true) disconnect(browser)
    },
  }
}

/** All pages, frames and elements of the connection read through this method. */
function boundReadings(inner: InternalConnection): void {
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

/** Names what is read: a locator as testcodes write it. */
function nameOf(object: unknown, params: unknown): string {
  const { selector } = (params ?? {}) as { readonly selector?: unknown }
  const { locator } = (object ?? {}) as { readonly locator?: unknown }
  if (typeof selector === 'string' && typeof locator === 'function') return String(locator.call(object, selector))
  return typeof locator === 'function' ? 'the page' : 'the value'
}

/** Does what Playwright does if the connection of a browser breaks. */
function disconnect(browser: Browser): void {
  for (const context of browser.contexts()) {
    for (const page of context.pages()) (page as Closable)._onClose()
    ;(context as Closable)._onClose()
  }
  ;(browser as Browser & { _didClose(): void })._didClose()
}

/** The class is not exported, so it is taken from the connection that Playwright opens by itself. */
function internalConnection(): InternalConnection {
  const { chromium } = browserLibrary()
  const { _connection: own } = chromium as unknown as {
    readonly _connection?: { readonly constructor: new () => InternalConnection }
  }
  const inner = own && new own.constructor()
  const methods = ['dispatch', 'initializePlaywright', 'sendMessageToServer', 'close'] as const
  if (inner && methods.every((name) => typeof inner[name] === 'function')) return inner
  throw new HarnessFault('the connection of the installed Playwright is not the one that pe knows; run npm ci')
}
