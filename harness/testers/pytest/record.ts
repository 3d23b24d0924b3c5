import type { PythonValue } from '../../contracts/schema.ts'
import type { Message } from './messages.ts'
import { hitOf, type Hit, type Placed } from './observation.ts'

/** Bounds for what one run may tell, so that a library cannot fill the judge's memory. */
export const MOST_HITS = 500_000
const MOST_TEXTS = 20_000

/** One phase of a test as pytest reported it. */
export interface Phase {
  readonly when: string
  readonly outcome: string
  readonly expectedToFail: boolean
  readonly text: string
}

/** Reports about one test. */
export interface ToldTest {
  done: boolean
  /** Whether a phase ended without an exception, by its name. */
  readonly ended: Map<string, boolean>
  readonly phases: Phase[]
  /** Reports of its sites, in order. */
  readonly hits: Hit[]
  /** Whether it told more than is kept: what was not kept may have been wrong. */
  isOverfull: boolean
  /** Functions and constants of libraries that were replaced when one of its phases ended. */
  readonly replaced: Set<string>
  /** Seconds of a clock when it began and when its last phase ended, and seconds of processor that were used by then. */
  readonly began: number
  /** When the judge was told that it began, in milliseconds of `performance.now()`. */
  readonly heard: number
  last: number
  readonly beganBusy: number
  lastBusy: number
}

export interface RunningTest {
  readonly number: number
  readonly told: ToldTest
}

/** Reports of a run, in order. */
export class RunRecord {
  readonly tests = new Map<number, ToldTest>()
  /** Node ids that were collected, if the run was asked for them. */
  readonly items: string[] = []
  /** Files that could not be collected, and why. */
  readonly uncollected = new Map<string, string>()
  /** Changes that the judge's code noticed in itself. */
  readonly tampered: string[] = []
  /** Whether pytest came to its end. */
  ended = false
  #running: RunningTest | undefined
  #hits = 0
  readonly #sites: ReadonlyMap<string, Placed>

  readonly #onTest: (() => void) | undefined

  /**
   * @param sites By their names in this run
   * @param onTest Called when a test has ended
   */
  constructor(sites: ReadonlyMap<string, Placed>, onTest?: () => void) {
    this.#sites = sites
    this.#onTest = onTest
  }

  /** The test that has begun and not ended. */
  get running(): RunningTest | undefined {
    return this.#running
  }

  readonly take = ({ kind, values }: Message): void => {
    if (kind === 'site') {
      this.#takeSite(values)
      return
    }
    const [what, ...rest] = values.map(plain)
    if (what === 'begin') this.#begin(number(rest[0]), number(rest[1]), number(rest[2]))
    else if (what === 'item') this.#takeItem(text(rest[1]))
    else if (what === 'uncollected') this.uncollected.set(text(rest[0]), text(rest[1]))
    else if (what === 'tampered') this.#takeTampering(`${text(rest[0])} ${text(rest[1])}`)
    else if (what === 'end') this.ended = true
    else this.#takePhase(String(what), rest)
  }

  #begin(index: number, at: number, busy: number): void {
    // A plugin may run a failed test again: only its last run counts.
    const told: ToldTest = {
      done: false,
      ended: new Map(),
      phases: [],
      hits: [],
      isOverfull: false,
      replaced: new Set(),
      began: at,
      heard: performance.now(),
      last: at,
      beganBusy: busy,
      lastBusy: busy,
    }
    this.#running = { number: index, told }
    this.tests.set(index, told)
  }

  #takeItem(node: string): void {
    if (this.items.length < MOST_TEXTS) this.items.push(node)
  }

  #takeTampering(what: string): void {
    if (this.tampered.length < MOST_TEXTS) this.tampered.push(what)
  }

  #takePhase(what: string, rest: readonly unknown[]): void {
    const test = this.tests.get(number(rest[0]))
    if (!test) return
    if (what === 'phase') {
      test.ended.set(text(rest[1]), rest[2] === true)
      test.last = number(rest[3])
      test.lastBusy = number(rest[4])
    } else if (what === 'replaced') test.replaced.add(text(rest[1]))
    else if (what === 'report')
      test.phases.push({
        when: text(rest[1]),
        outcome: text(rest[2]),
        expectedToFail: rest[3] === true,
        text: text(rest[4]),
      })
    else if (what === 'done') {
      if (!test.done) this.#onTest?.()
      test.done = true
      this.#running = undefined
    }
  }

  #takeSite([site, ...observed]: readonly PythonValue[]): void {
    // No site has this name: each is a random number.
    if (site?.[0] === 's' && site[1] === 'tampered') {
      this.#takeTampering(observed.map((each) => text(plain(each))).join(' '))
      return
    }
    const told = this.#running?.told
    if (site?.[0] !== 's' || !told) return
    this.#hits += 1
    if (this.#hits > MOST_HITS) told.isOverfull = true
    else told.hits.push(hitOf(this.#sites.get(site[1]), observed))
  }
}

const PHASES = ['setup', 'call', 'teardown']

/** Whether a test ran to its end, and neither pytest nor an exception says that it failed. */
export function isSound({ done, ended, phases, isOverfull }: ToldTest): boolean {
  return done && !isOverfull && PHASES.every((name) => ended.get(name) === true && passedAlone(phases, name))
}

function passedAlone(phases: readonly Phase[], name: string): boolean {
  const own = phases.filter(({ when }) => when === name)
  return own.length === 1 && own[0]?.outcome === 'passed'
}

function plain(value: PythonValue): unknown {
  if (value[0] === 'i' || value[0] === 'f') return Number(value[1])
  return value[0] === 's' || value[0] === 'b' ? value[1] : undefined
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function number(value: unknown): number {
  return typeof value === 'number' ? value : -1
}
