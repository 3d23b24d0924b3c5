import { setTimeout as delay } from 'node:timers/promises'
import { messageOf } from '../../errors.ts'

/** Conditions of a server that end by themselves, or that somebody ends: it is loading, or full. */
const PASSING =
  /^(?:OOM|MISCONF|LOADING|BUSY|READONLY|MASTERDOWN|TRYAGAIN|NOREPLICAS|CLUSTERDOWN)\b|Connection is closed|ECONNRESET|EPIPE|ECONNREFUSED/
const PAUSE = 500

/**
 * Repeats an action while Redis cannot do it. Every action given to it may be done twice: its answer may have been lost.
 * @param say Told once for each condition, so that nobody waits without knowing why
 */
export class Patience {
  readonly #say: (line: string) => void
  #told: string | undefined

  constructor(say: (line: string) => void) {
    this.#say = say
  }

  /** @returns Undefined if Redis cannot do it just now, which is said */
  async once<T>(action: () => Promise<T>): Promise<T | undefined> {
    try {
      const result = await action()
      this.#tellThatItWorks()
      return result
    } catch (error) {
      if (!this.#isPassing(error)) throw error
      return undefined
    }
  }

  async with<T>(action: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    for (;;) {
      try {
        const result = await action()
        this.#tellThatItWorks()
        return result
      } catch (error) {
        if (signal?.aborted === true || !this.#isPassing(error)) throw error
        await delay(PAUSE, undefined, signal ? { signal } : {})
      }
    }
  }

  #tellThatItWorks(): void {
    if (this.#told !== undefined) this.#say('Redis works again')
    this.#told = undefined
  }

  /** Reports a condition that passes. */
  #isPassing(error: unknown): boolean {
    const message = messageOf(error)
    if (!PASSING.test(message)) return false
    const kind = message.split(/[ .]/)[0] ?? message
    if (this.#told !== kind) this.#say(`waiting for Redis: ${message.slice(0, 200)}`)
    this.#told = kind
    return true
  }
}
