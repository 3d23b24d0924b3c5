import { Interrupted } from '../errors.ts'
import { MiB } from '../lib/wording/bytes.ts'

/** Lets trials begin. */
export interface Gate {
  /**
   * Waits until a trial may go on.
   * @returns Must be called at its end; further calls do nothing
   * @throws Interrupted if the signal is aborted before
   */
  enter(signal: AbortSignal): Promise<() => void>
  /** The most trials that were inside at the same time. */
  readonly most: number
}

/** The state of the machine. */
export interface Machine {
  /** Share of the time in which programs waited for a processor. */
  pressure(): number
  /** Bytes. */
  freeMemory(): number
}

export interface GateLimits {
  /** So many trials may always be inside, whatever the machine does. */
  readonly least: number
  /** Never more. */
  readonly most: number
}

/** Milliseconds between two looks at the machine while trials wait, and after a trial has entered: its load must be seen first. */
const LOOK = 250
const SETTLE = 1500

/** A further trial begins only if programs waited for a processor for at most this share of the last moments. */
const LONGEST_PRESSURE = 0.25
/** A further trial begins only if this much memory (bytes) is free: a browser, a driver and a project need about 700 MiB. */
const FREE_MEMORY = 1536 * MiB

interface Waiting {
  readonly admit: () => void
}

/** A gate that admits trials in their order: up to `least` at once, and further ones while the machine has room, one at a time. */
export class MachineGate implements Gate {
  readonly #limits: GateLimits
  readonly #machine: Machine
  readonly #waiting: Waiting[] = []
  #inside = 0
  #most = 0
  #enteredAt = -Infinity
  #timer: NodeJS.Timeout | undefined

  constructor(limits: GateLimits, machine: Machine) {
    this.#limits = limits
    this.#machine = machine
  }

  get most(): number {
    return this.#most
  }

  async enter(signal: AbortSignal): Promise<() => void> {
    await new Promise<void>((resolve, reject) => {
      const stop = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(new Interrupted('stopped before the trial began', { cause: signal.reason }))
      }
      const waiting: Waiting = {
        admit: () => {
          signal.removeEventListener('abort', stop)
          resolve()
        },
      }
      this.#waiting.push(waiting)
      if (signal.aborted) stop()
      else signal.addEventListener('abort', stop, { once: true })
      this.#look()
    })
    let left = false
    return () => {
      if (left) return
      left = true
      this.#inside -= 1
      this.#look()
    }
  }

  #look(): void {
    while (this.#waiting.length > 0 && this.#hasRoom()) {
      this.#inside += 1
      this.#most = Math.max(this.#most, this.#inside)
      this.#enteredAt = performance.now()
      this.#waiting.shift()?.admit()
    }
    clearTimeout(this.#timer)
    if (this.#waiting.length > 0 && this.#inside < this.#limits.most)
      this.#timer = setTimeout(() => {
        this.#look()
      }, LOOK)
  }

  #hasRoom(): boolean {
    const { least, most } = this.#limits
    if (this.#inside < least) return true
    if (this.#inside >= most || performance.now() - this.#enteredAt < SETTLE) return false
    return this.#machine.pressure() <= LONGEST_PRESSURE && this.#machine.freeMemory() >= FREE_MEMORY
  }
}
