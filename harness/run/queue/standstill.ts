/** Notices that this process was frozen: by a signal, a suspended virtual machine, or a frozen container. */
import { readFileSync } from 'node:fs'

/** Milliseconds of a standstill that change no verdict. */
const SHORTEST = 2000
/** The same if the system does not say how long the process waited for a processor: a busy machine causes seconds of lateness. */
const SHORTEST_UNEXPLAINED = 15_000

/** Milliseconds that the main thread has run, or has waited for a processor; undefined if the system does not say. */
export function busyTime(): number | undefined {
  try {
    const [ran = NaN, waited = NaN] = readFileSync('/proc/self/schedstat', 'utf8').split(' ').map(Number)
    return Number.isNaN(ran + waited) ? undefined : (ran + waited) / 1e6
  } catch {
    return undefined
  }
}

/** Is asked regularly. An answer that comes late because the machine is busy is no standstill. */
export class Standstill {
  readonly #interval: number
  #at = performance.now()
  #busy = busyTime()

  /** @param interval Milliseconds between two calls of `look`, if nothing delays them */
  constructor(interval: number) {
    this.#interval = interval
  }

  /** @returns Milliseconds for which the process stood still since the last call; 0 if it did not */
  look(): number {
    const [now, busy] = [performance.now(), busyTime()]
    const explained = busy === undefined || this.#busy === undefined ? undefined : busy - this.#busy
    const still = now - this.#at - this.#interval - (explained ?? 0)
    this.#at = now
    this.#busy = busy
    return still > (explained === undefined ? SHORTEST_UNEXPLAINED : SHORTEST) ? still : 0
  }
}
