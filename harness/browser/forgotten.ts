import type { Browser } from 'playwright'
import { HarnessFault, messageOf } from '../errors.ts'

/** What the library says of a message about an object that it has let go. */
const FORGOTTEN = [
  / was not bound in the connection$/,
  /^Cannot find object to "/,
  /^Cannot find parent object /,
  /^Unknown new child: /,
]

interface Connection {
  dispatch(message: object): void
}

const guarded = new WeakSet<Connection>()

/**
 * The library keeps at most 10,000 objects of a kind (requests, responses, frames) for all browsers together, and throws
 * where nobody can catch it when a message names one that it has let go: a page with enough requests would end the
 * harness. Such messages are dropped; whoever waits for one has a deadline.
 * @throws HarnessFault where the library is not built as it was
 */
export function dropForgotten(browser: Browser): void {
  const connection = connectionOf(browser)
  if (guarded.has(connection)) return
  guarded.add(connection)
  const dispatch = connection.dispatch.bind(connection)
  connection.dispatch = (message) => {
    try {
      dispatch(message)
    } catch (error) {
      if (!FORGOTTEN.some((words) => words.test(messageOf(error)))) throw error
    }
  }
}

function connectionOf(browser: Browser): Connection {
  const { _connection: connection } = browser as unknown as { readonly _connection?: Partial<Connection> }
  if (typeof connection?.dispatch === 'function') return connection as Connection
  throw new HarnessFault('this version of the browser library has no connection that can be guarded; run npm ci')
}
