import { getHeapStatistics } from 'node:v8'
import { setMaxListeners } from 'node:events'
import { MiB } from '../lib/wording/bytes.ts'
import { Pressure, freeMemory, processors, type PressureSignal } from '../lib/processes/machine.ts'
import { Interrupted } from '../errors.ts'

/** Trials at a time: a number, or as many as the machine has room for. */
export type Concurrency = number | 'auto'

const DEFAULT_LIMIT = 4
/** Trials that begin whatever the machine does: the number of processors, but at most four. */
export const DEFAULT_CONCURRENCY = Math.min(processors(), DEFAULT_LIMIT)

/**
 * Default concurrency if most projects fail: half of the time is spent waiting for unmet expectations. Measured on 2 cores with one
 * mission and its faults: processors busy 34% with 2 trials at a time, 53% with 3, 65% with 5.
 */
export const FAULTY_CONCURRENCY = 2 * DEFAULT_CONCURRENCY

/**
 * Most trials for each processor that are judged at a time. With all of them busy, each gets half of a processor, on which
 * testcodes still take a fraction of their time limits.
 */
const MOST_JUDGED = 2
/** Most trials for each processor at a time, with those that wait for their agents; and most in all. */
const MOST_BEGUN = 16
const MOST = 64
/** Bytes of this process's heap that a hostile page can fill: what a browser may send (512 MiB of events), and its copies. */
const HEAP_OF_A_TRIAL = 600 * MiB

/** The gates of a run. */
export interface Gates {
  /** Before a trial begins. */
  readonly begin: Gate
  /** Before a project is judged; undefined if only trials are counted. */
  readonly judge?: Gate
  /** Longest trials first make a run shorter if several run at a time. */
  readonly several: boolean
  /** The concurrency that was used. */
  used(): UsedConcurrency
}

/** For the summary of a run. */
export interface UsedConcurrency {
  readonly asked: Concurrency
  /** The most trials that were running, and judged, at the same time. */
  readonly most: number
  readonly judged?: number
  readonly processors: number
  /** How the shortage of processor time was measured, if it was. */
  readonly signal?: Pressure['signal']
}

export function gatesFor(asked: Concurrency): Gates {
  const cores = processors()
  if (asked !== 'auto') {
    const unlimited: Machine = { signal: 'psi', pressure: () => 0, freeMemory: () => Infinity }
    const begin = new MachineGate({ least: asked, most: asked }, unlimited)
    return { begin, several: asked > 1, used: () => ({ asked, most: begin.most, processors: cores }) }
  }
  const pressure = new Pressure()
  const machine: Machine = { signal: pressure.signal, pressure: () => pressure.read(), freeMemory: () => freeMemory() }
  const least = DEFAULT_CONCURRENCY
  const begin = new MachineGate({ least, most: Math.max(least, Math.min(MOST, MOST_BEGUN * cores)) }, machine)
  const judge = new MachineGate(judgedAtOnce(cores), machine)
  const used = () => ({ asked, most: begin.most, judged: judge.most, processors: cores, signal: pressure.signal })
  return { begin, judge, several: true, used }
}

/**
 * Trials that are judged at a time, so that all of them together cannot exhaust the heap of this process.
 * @param heap Limit of that heap in bytes
 */
export function judgedAtOnce(cores: number, heap = getHeapStatistics().heap_size_limit): GateLimits {
  const most = Math.max(1, Math.min(MOST, MOST_JUDGED * cores, Math.floor(heap / HEAP_OF_A_TRIAL)))
  return { least: Math.min(cores, DEFAULT_LIMIT, most), most }
}

// ---- gate ----------------------------------------------------------------------------------------------------------

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
  /** How the pressure is measured. */
  readonly signal: PressureSignal
  /** Share of the time in which programs waited for a processor. */
  pressure(): number
  /** Bytes. */
  freeMemory(): number
}

interface GateLimits {
  /** So many trials may always be inside, whatever the machine does. */
  readonly least: number
  /** Never more. */
  readonly most: number
}

/** Milliseconds between two looks at the machine while trials wait, and after a trial has entered: its load must be seen first. */
const LOOK = 250
const SETTLE = 1500

/**
 * A further trial begins only if the pressure is at most this. The kernel measures the share of time in which any program waited: on 2
 * processors, half of all seconds were below 0.62 with 2 trials and below 0.82 with 4. Of the other signals it is the share of the programs
 * that wait, which at 0.75 are three times as many as the processors.
 */
const MOST_PRESSURE: Readonly<Record<PressureSignal, number>> = { psi: 0.75, 'run-queue': 0.25, load: 0.25 }
/** A browser, a driver and a project need about this much memory (bytes). */
const NEEDED_MEMORY = 700 * MiB
/** A further trial begins only if this much memory (bytes) is free beside what trials will need that have no browser yet. */
const FREE_MEMORY = 1536 * MiB
/** Milliseconds in which a trial is taken to have no browser yet: it first installs packages and starts its project. */
const GROWING = 60_000

interface Waiting {
  readonly admit: (place: { readonly at: number }) => void
}

/** A gate that admits trials in their order: up to `least` at once, and further ones while the machine has room, one at a time. */
export class MachineGate implements Gate {
  readonly #limits: GateLimits
  readonly #machine: Machine
  readonly #waiting: Waiting[] = []
  /** When each trial inside has entered. */
  readonly #inside = new Set<{ readonly at: number }>()
  #most = 0
  #timer: NodeJS.Timeout | undefined

  constructor(limits: GateLimits, machine: Machine) {
    this.#limits = limits
    this.#machine = machine
  }

  get most(): number {
    return this.#most
  }

  async enter(signal: AbortSignal): Promise<() => void> {
    // Node warns of more than ten listeners; here, every trial that waits has one.
    setMaxListeners(0, signal)
    const place = await new Promise<{ readonly at: number }>((resolve, reject) => {
      const stop = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(new Interrupted('stopped before the trial began', { cause: signal.reason }))
      }
      const waiting: Waiting = {
        admit: (entered) => {
          signal.removeEventListener('abort', stop)
          resolve(entered)
        },
      }
      this.#waiting.push(waiting)
      if (signal.aborted) stop()
      else signal.addEventListener('abort', stop, { once: true })
      this.#look()
    })
    return () => {
      if (this.#inside.delete(place)) this.#look()
    }
  }

  #look(): void {
    while (this.#waiting.length > 0 && this.#hasRoom()) {
      const place = { at: performance.now() }
      this.#inside.add(place)
      this.#most = Math.max(this.#most, this.#inside.size)
      this.#waiting.shift()?.admit(place)
    }
    clearTimeout(this.#timer)
    if (this.#waiting.length > 0 && this.#inside.size < this.#limits.most)
      this.#timer = setTimeout(() => {
        this.#look()
      }, LOOK)
  }

  #hasRoom(): boolean {
    const { least, most } = this.#limits
    if (this.#inside.size < least) return true
    const ages = [...this.#inside].map(({ at }) => performance.now() - at)
    if (this.#inside.size >= most || ages.some((age) => age < SETTLE)) return false
    const growing = ages.filter((age) => age < GROWING).length
    return (
      this.#machine.pressure() <= MOST_PRESSURE[this.#machine.signal] &&
      this.#machine.freeMemory() >= FREE_MEMORY + growing * NEEDED_MEMORY
    )
  }
}
