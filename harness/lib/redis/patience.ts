import { setTimeout as delay } from 'node:timers/promises'
import { messageOf } from '../../errors.ts'

/** Conditions of a server that end by themselves, or that somebody ends: it is loading, or full. */
const PASSING =
  /^(?:OOM|MISCONF|LOADING|BUSY|READONLY|MASTERDOWN|TRYAGAIN|NOREPLICAS|CLUSTERDOWN)\b|Connection is closed|ECONNRESET|EPIPE|ECONNREFUSED/
const PAUSE = 500
/** Of all actions that are repeated until they are done. */
const ANY = ''

/**
 * Repeats an action while Redis cannot do it. Every action given to it may be done twice: its answer may have been lost.
 * @param say Told once for each condition, so that nobody waits without knowing why
 */
export class Patience {
  readonly #say: (line: string) => void
  #told: string | undefined
  /** Actions that Redis could not do the last time. */
  readonly #waiting = new Set<string>()

  constructor(say: (line: string) => void) {
    this.#say = say
  }

  /**
   * @param name Of an action that may wait while others go on: a full Redis still reads
   * @returns Undefined if Redis cannot do it just now, which is said
   */
  async once<T>(action: () => Promise<T>, name = ANY): Promise<T | undefined> {
    try {
      const result = await action()
      this.#tellThatItWorks(name)
      return result
    } catch (error) {
      if (!this.#isPassing(error, name)) throw error
      return undefined
    }
  }

  async with<T>(action: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    for (;;) {
      try {
        const result = await action()
        this.#tellThatItWorks(ANY)
        return result
      } catch (error) {
        if (signal?.aborted === true || !this.#isPassing(error, ANY)) throw error
        await delay(PAUSE, undefined, signal ? { signal } : {})
      }
    }
  }

  #tellThatItWorks(name: string): void {
    this.#waiting.delete(name)
    if (this.#told === undefined || this.#waiting.size > 0) return
    this.#say('Redis works again')
    this.#told = undefined
  }

  /** Reports a condition that passes. */
  #isPassing(error: unknown, name: string): boolean {
    const message = messageOf(error)
    if (!PASSING.test(message)) return false
    const kind = message.split(/[ .]/)[0] ?? message
    if (this.#told !== kind) this.#say(`waiting for Redis: ${message.slice(0, 200)}`)
    this.#told = kind
    this.#waiting.add(name)
    return true
  }
}
