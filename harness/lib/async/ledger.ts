import { AsyncLocalStorage } from 'node:async_hooks'
import { LEDGER_ENTRIES, type LedgerEntry } from '../../contracts/vocabulary.ts'

/** Entry → milliseconds. */
export type Spent = Partial<Record<LedgerEntry, number>>

/**
 * Enters every moment of a trial under exactly one entry: the last one that was opened and is still open, or `harness` if no entry is open.
 * So the entries add up to the time since the ledger was opened.
 */
export class Ledger {
  readonly #now: () => number
  readonly #spent = new Map<LedgerEntry, number>()
  readonly #open: { readonly entry: LedgerEntry }[] = []
  #since: number

  /** @param now A clock that never goes back (ms) */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
    this.#since = now()
  }

  /** @returns Closes the entry. Entries may be closed in any order, and more than once */
  open(entry: LedgerEntry): () => void {
    const opened = { entry }
    this.#settle()
    this.#open.push(opened)
    return () => {
      const place = this.#open.lastIndexOf(opened)
      if (place < 0) return
      this.#settle()
      this.#open.splice(place, 1)
    }
  }

  async during<T>(entry: LedgerEntry, action: () => Promise<T>): Promise<T> {
    const close = this.open(entry)
    try {
      return await action()
    } finally {
      close()
    }
  }

  /** The time until now. */
  spent(): Spent {
    this.#settle()
    return Object.fromEntries([...this.#spent].map(([entry, time]) => [entry, Math.round(time * 100) / 100]))
  }

  /** Enters the time since the last change. */
  #settle(): void {
    const now = this.#now()
    const entry = this.#open.at(-1)?.entry ?? LEDGER_ENTRIES[0]
    this.#spent.set(entry, (this.#spent.get(entry) ?? 0) + now - this.#since)
    this.#since = now
  }
}

const current = new AsyncLocalStorage<Ledger>()

/** Whatever the action calls finds this ledger with `spend` and `currentLedger`. */
export function withLedger<T>(ledger: Ledger, action: () => Promise<T>): Promise<T> {
  return current.run(ledger, action)
}

/** The ledger of the trial that this code works for; undefined outside trials. */
export function currentLedger(): Ledger | undefined {
  return current.getStore()
}

/** Enters the time of an action into the ledger of the trial that this code works for. */
export function spend<T>(entry: LedgerEntry, action: () => Promise<T>): Promise<T> {
  const ledger = current.getStore()
  return ledger ? ledger.during(entry, action) : action()
}

/** The same for closing a resource. */
export function closingUnder(entry: LedgerEntry, resource: AsyncDisposable): AsyncDisposable {
  return { [Symbol.asyncDispose]: () => spend(entry, async () => resource[Symbol.asyncDispose]()) }
}
