import type { LedgerEntry } from '../../contracts/vocabulary.ts'
import type { Ledger } from '../../lib/async/ledger.ts'
import type { Call, CallEnd, CallId, CallListener } from '../../lib/browser/calls.ts'

/**
 * Enters the calls of testcodes to the browser into the ledger of their trial: those that act on the page, and those that look at
 * it. Other time of a testcode is that of the harness.
 */
export class CallTimes implements CallListener {
  readonly #ledger: Ledger | undefined
  readonly #open = new Map<CallId, () => void>()
  /** How many actions of the harness itself are going on, whose calls are not entered one by one. */
  #outside = 0

  constructor(ledger: Ledger | undefined) {
    this.#ledger = ledger
  }

  begun({ id, input }: Call): void {
    if (this.#ledger && this.#outside === 0) this.#open.set(id, this.#ledger.open(input ? 'actions' : 'expectations'))
  }

  ended({ id }: CallEnd): void {
    this.#open.get(id)?.()
    this.#open.delete(id)
  }

  /** Enters an action of the harness as a whole. Calls of a testcode that are still open do not count any more. */
  async outside<T>(entry: LedgerEntry, action: () => Promise<T>): Promise<T> {
    for (const close of this.#open.values()) close()
    this.#open.clear()
    this.#outside += 1
    try {
      return await (this.#ledger?.during(entry, action) ?? action())
    } finally {
      this.#outside -= 1
    }
  }
}
