/** Compares verdicts of the tester with what pytest alone says of the same mutant. */
import type { Calibration } from '../../../harness/contracts/schema.ts'
import type { Mutant } from '../../../harness/quality/validate/mutants/generate.ts'
import type { PlainRun } from './plain.ts'

/** The verdict of the tester on one test. */
export interface TestVerdict {
  readonly id: string
  readonly passed: boolean
  readonly reason: string
}

export interface MutantResult extends Omit<Mutant, 'content'> {
  /** Whether a test fails with pytest alone. */
  readonly byPytest: boolean
  /** Whether the tester fails a test; undefined if the mutant was not judged. */
  readonly byTester: boolean | undefined
  /** Tests whose result both know. */
  readonly tests: number
  /** Tests that only one of both fails, each with what the tester says. */
  readonly only: readonly string[]
  /** Why it was not judged. */
  readonly problem?: string
}

/** @param verdicts Of the tester, or why there are none */
export function compared(
  { content: _, ...mutant }: Mutant,
  tests: Calibration['tests'],
  plain: Pick<PlainRun, 'tests' | 'ended'>,
  verdicts: readonly TestVerdict[] | string,
): MutantResult {
  const passes = new Map<string, boolean>()
  for (const { id, node } of tests) {
    const passed = plain.tests.get(node) ?? (plain.ended ? false : undefined)
    if (passed !== undefined) passes.set(id, passed)
  }
  const byPytest = !plain.ended || [...passes.values()].includes(false)
  if (typeof verdicts === 'string')
    return { ...mutant, byPytest, byTester: undefined, tests: 0, only: [], problem: verdicts }
  const known = verdicts.filter(({ id }) => passes.has(id))
  const only = known.filter(({ id, passed }) => passes.get(id) !== passed)
  return {
    ...mutant,
    byPytest,
    byTester: verdicts.some(({ passed }) => !passed),
    tests: known.length,
    only: only.map(({ id, passed, reason }) =>
      passed ? `${id} passes with the tester only` : `${id} passes with pytest only; the tester says: ${reason}`,
    ),
  }
}

export interface MutantCounts {
  /** A mutant that could not be judged says nothing, and is not counted. */
  readonly mutants: number
  readonly byPytest: number
  readonly byTester: number
  /** Of those that pytest notices. */
  readonly missed: number
  /** Noticed by the tester and not by pytest. */
  readonly alone: number
  /** Decisions about single tests that both made, and those of them that differ. */
  readonly decisions: number
  readonly differing: number
}

export function countsOf(results: readonly MutantResult[]): MutantCounts {
  const judged = results.filter(({ byTester }) => byTester !== undefined)
  const count = (is: (result: MutantResult) => boolean) => judged.filter(is).length
  const sum = (of: (result: MutantResult) => number) => judged.reduce((all, result) => all + of(result), 0)
  return {
    mutants: judged.length,
    byPytest: count(({ byPytest }) => byPytest),
    byTester: count(({ byTester }) => byTester === true),
    missed: count(({ byPytest, byTester }) => byPytest && byTester === false),
    alone: count(({ byPytest, byTester }) => !byPytest && byTester === true),
    decisions: sum(({ tests }) => tests),
    differing: sum(({ only }) => only.length),
  }
}
