/**
 * Whether failing early would have changed a verdict. With full patience, an expectation that would have failed early goes on waiting. Up to
 * that moment everything is the same in both modes, so failing early is wrong exactly if the expectation holds in the end.
 */
import type { EarlyFailure } from '../../contracts/types.ts'
import { pluralise } from '../../lib/wording/count.ts'
import type { Claim } from './limits.ts'

export interface PatienceResult {
  /** Expectations and actions that would have failed early, and waited instead. */
  readonly waited: number
  /** Those that held in the end. */
  readonly held: readonly EarlyFailure[]
}

/** Collects what testers report during a validation with full patience. */
export class EarlyFailures {
  #waited = 0
  readonly #held: EarlyFailure[] = []

  readonly hear = (early: EarlyFailure): void => {
    if (early.heldAfter === undefined) this.#waited += 1
    else this.#held.push(early)
  }

  get result(): PatienceResult {
    return { waited: this.#waited, held: [...this.#held] }
  }
}

/** It is not tried if nothing waited, as in missions without pages. */
export function patienceClaim({ waited, held }: PatienceResult): Claim {
  const claim = 'Failing early on a page at rest changes no verdict'
  if (waited === 0) return { claim, figure: 'not tried', holds: true, tried: false }
  return {
    claim,
    figure: `${String(held.length)} of ${pluralise(waited, 'expectation')} that would have failed early held later`,
    holds: held.length === 0,
  }
}

/** A line for each expectation that held in the end; empty if there is none. */
export function patienceText({ held }: PatienceResult): string {
  const lines = held.map(
    ({ mission, testcode, problem, heldAfter = 0 }) =>
      `${mission}: ${testcode} would have failed early (${problem.split('\n')[0] ?? ''}), but held after ${(heldAfter / 1000).toFixed(1)} s`,
  )
  return lines.join('\n')
}
