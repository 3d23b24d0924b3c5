import { getHeapStatistics } from 'node:v8'
import { MiB } from '../lib/wording/bytes.ts'
import { Pressure, freeMemory, processors } from '../lib/processes/machine.ts'
import { MachineGate, type Gate, type GateLimits, type Machine } from './gate.ts'

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
