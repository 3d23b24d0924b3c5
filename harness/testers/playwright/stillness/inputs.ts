import type { Page } from 'playwright'
import { HarnessFault } from '../../../errors.ts'

/** What the judge does to a page, by the names that the library's protocol has for it. */
const INPUTS =
  /^(?:click|dblclick|tap|fill|type|press|check|uncheck|hover|focus|blur|selectOption|selectText|setInputFiles|dragAndDrop|dispatchEvent|goto|reload|goBack|goForward|setContent|mouse\w+|keyboard\w+|touchscreen\w+|screenshot|evaluate\w*|setStorageState|bringToFront|setViewportSize|emulateMedia)$/

interface Connection {
  sendMessageToServer(object: unknown, method: string, ...rest: unknown[]): Promise<unknown>
}

const counts = new WeakMap<Connection, { inputs: number }>()

/**
 * How often the judge has acted on any page of a page's connection. What changes between two looks without an input changed by
 * itself.
 * @throws HarnessFault if the library is not built as it was
 */
export function inputCounter(page: Page): () => number {
  const { _connection: connection } = page as unknown as { readonly _connection?: Connection }
  if (typeof connection?.sendMessageToServer !== 'function')
    throw new HarnessFault(
      'this version of the browser library has no connection whose messages can be counted; run npm ci',
    )
  const known = counts.get(connection)
  const count = known ?? { inputs: 0 }
  if (known === undefined) {
    counts.set(connection, count)
    const send = connection.sendMessageToServer.bind(connection)
    connection.sendMessageToServer = (object, method, ...rest) => {
      if (INPUTS.test(method)) count.inputs += 1
      return send(object, method, ...rest)
    }
  }
  return () => count.inputs
}
