/**
 * Whether failing early would have changed a verdict. With full patience, an expectation that would have failed early goes on waiting. Up to
 * that moment both ways do the same. So failing early is wrong if the expectation holds in the end, and right if its testcode fails by it. If
 * the testcode continues without it, one pass cannot tell.
 */
import type { EarlyFailure } from '../../contracts/types.ts'
import { pluralise } from '../../lib/wording/count.ts'
import type { Claim } from './limits.ts'

export interface PatienceResult {
  /** Expectations and actions that would have failed early, and waited instead. */
  readonly waited: number
  /** Those that held in the end. */
  readonly held: readonly EarlyFailure[]
  /** Testcodes that continued without one of them. */
  readonly unknown: readonly EarlyFailure[]
}

/** Collects what testers report during a validation with full patience. */
export class EarlyFailures {
  readonly #heard: Readonly<Record<EarlyFailure['kind'], EarlyFailure[]>> = { waits: [], held: [], 'went-on': [] }

  readonly hear = (early: EarlyFailure): void => {
    this.#heard[early.kind].push(early)
  }

  get result(): PatienceResult {
    const { waits, held, 'went-on': unknown } = this.#heard
    return { waited: waits.length, held: [...held], unknown: [...unknown] }
  }
}

/** It is not tried if nothing waited, as in missions without pages. */
export function patienceClaim({ waited, held, unknown }: PatienceResult): Claim {
  const claim = 'Failing early on a page at rest changes no verdict'
  if (waited === 0) return { claim, figure: 'not tried', holds: true, tried: false }
  const figure = `${String(held.length)} of ${pluralise(waited, 'expectation')} that would have failed early held later`
  return { claim, figure: `${figure}, ${String(unknown.length)} unknown`, holds: held.length + unknown.length === 0 }
}

/** A line for each expectation that held in the end, and for each testcode that continued without one. */
export function patienceText({ held, unknown }: PatienceResult): string {
  const lineOf = ({ mission, testcode, problem }: EarlyFailure, then: string) =>
    `${mission}: ${testcode} would have failed early (${problem.split('\n')[0] ?? ''}), ${then}`
  return [
    ...held.map((early) => lineOf(early, `but held after ${((early.milliseconds ?? 0) / 1000).toFixed(1)} s`)),
    ...unknown.map((early) => lineOf(early, 'but continued without it: judge it again with --patience auto')),
  ].join('\n')
}
