import { MachineFault, UsageError } from '../errors.ts'
import type { Mission, SessionSetup, Suite } from '../contracts/types.ts'
import { onlyKnown } from './misuse.ts'

export type TestcodeFunctions<Fixtures> = ReadonlyMap<string, (fixtures: Fixtures) => Promise<void>>

/**
 * Checks the default export of a mission's testcode module.
 * @throws UsageError if the testcodes of the mission and the functions do not match
 */
export function checkTestcodeModule(mission: Mission, suite: Suite, module: unknown): void {
  const functions = typeof module === 'object' && module !== null ? (module as Record<string, unknown>) : {}
  const where = `the testcodes of mission "${mission.id}"`
  for (const { id } of suite.testcodes) {
    if (typeof functions[id] !== 'function')
      throw new UsageError(`${where}: no function for "${id}"; add it to the default export`)
  }
  // Suites of one tester share the module.
  const sharing = [suite, ...mission.suites.filter(({ tester }) => tester === suite.tester)]
  const known = new Set(sharing.flatMap(({ testcodes }) => testcodes.map(({ id }) => id)))
  const stray = Object.keys(functions).find((id) => !known.has(id))
  if (stray !== undefined)
    throw new UsageError(`${where}: "${stray}" is not in mission.yaml; add it there or remove it`)
}

export function testcodeFunctions<Fixtures>({ suite, testcodes }: SessionSetup): TestcodeFunctions<Fixtures> {
  const entries = Object.entries(testcodes as Record<string, (fixtures: Fixtures) => Promise<void>>)
  return new Map(entries.filter(([id]) => suite.testcodes.some((testcode) => testcode.id === id)))
}

/** The function of a testcode. It gets a clear error if it asks for a fixture that does not exist. */
export function functionOf<Fixtures extends object>(
  functions: TestcodeFunctions<Fixtures>,
  id: string,
): (fixtures: Fixtures) => Promise<void> {
  const found = functions.get(id)
  if (!found) throw new MachineFault(`there is no function for testcode "${id}"`)
  return (fixtures) => found(onlyKnown(fixtures))
}
