import type { Testcode } from '../contracts/schema.ts'
import type { Withheld } from '../contracts/types.ts'

/**
 * The testcodes of a mission that are marked as faults of the benchmark, and all that need them: what would be judged on the
 * state that they leave is no more to be trusted, and a denominator must not depend on how far a project comes.
 */
export function excludedTestcodes(testcodes: readonly Testcode[]): Readonly<Record<string, Withheld>> {
  const withheld: Record<string, Withheld> = {}
  for (const { id, excluded, needs } of testcodes) {
    const needed = needs.find((other) => Object.hasOwn(withheld, other))
    const reason = excluded ?? (needed === undefined ? undefined : `needs "${needed}", which is excluded`)
    if (reason !== undefined) withheld[id] = { status: 'excluded', reason }
  }
  return withheld
}
