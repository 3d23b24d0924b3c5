import type { Testcode } from '../contracts/schema.ts'
import type { Withheld } from '../contracts/types.ts'

/**
 * The testcodes of a mission that are marked as faults of the benchmark, and all testcodes that need them. A verdict on the state
 * that they leave cannot be trusted, and the denominator must not depend on how far a project gets.
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
