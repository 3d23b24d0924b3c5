import { setTimeout as delay } from 'node:timers/promises'

/** Milliseconds. */
const WINDOW = 60_000

interface Entry {
  readonly at: number
  tokens: number
}

/** Replaces the estimated tokens of a call by the actual number. */
export type Settle = (tokens: number) => void | Promise<void>

/** Keeps callers within requests and tokens per minute. */
export interface Limiter {
  /** Waits until a call may be made. */
  acquire(tokens: number, signal: AbortSignal): Promise<Settle>
  /** Delays all calls, because the server asked for a pause. */
  pause(milliseconds: number): void | Promise<void>
}

/**
 * Keeps all callers together within requests and tokens per minute: no 60 seconds contain more. Calls are let through in the
 * order in which they asked. Tokens are estimates until they are settled.
 */
export class RateLimiter implements Limiter {
  readonly #requests: number
  readonly #tokens: number
  readonly #window: number
  readonly #entries: Entry[] = []
  #queue: Promise<void> = Promise.resolve()
  #pausedUntil = 0

  /** @param window Milliseconds that count as a minute; shorter in tests */
  constructor(requestsPerMinute: number, tokensPerMinute: number, window = WINDOW) {
    this.#requests = requestsPerMinute
    this.#tokens = tokensPerMinute
    this.#window = window
  }

  /** Waits until a call may be made. */
  async acquire(tokens: number, signal: AbortSignal): Promise<Settle> {
    const turn = this.#queue.then(() => this.#wait(tokens, signal))
    this.#queue = turn.then(
      () => undefined,
      () => undefined,
    )
    return turn
  }

  /** Delays all calls, because the server asked for a pause. */
  pause(milliseconds: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + milliseconds)
  }

  async #wait(tokens: number, signal: AbortSignal): Promise<Settle> {
    for (let wait = this.#waitFor(tokens); wait > 0; wait = this.#waitFor(tokens)) {
      await delay(Math.ceil(wait), undefined, { signal })
    }
    const entry: Entry = { at: performance.now(), tokens }
    if (this.#requests < Infinity || this.#tokens < Infinity) this.#entries.push(entry)
    return (actual) => {
      entry.tokens = actual
    }
  }

  /** Milliseconds until a call with so many tokens fits. A call over the limit goes when nothing else is in the window. */
  #waitFor(tokens: number): number {
    const now = performance.now()
    while ((this.#entries[0]?.at ?? now) <= now - this.#window) this.#entries.shift()
    const used = this.#entries.reduce((sum, entry) => sum + entry.tokens, 0)
    const full = this.#entries.length >= this.#requests || (used > 0 && used + tokens > this.#tokens)
    const oldest = this.#entries[0]
    return Math.max(this.#pausedUntil - now, full && oldest ? oldest.at + this.#window - now : 0)
  }
}
