/** Which tests can judge an adapted test: those that the comparison accepts in place of themselves. */
import { MachineFault } from '../../../../errors.ts'
import type { Python } from '../../../../contracts/types.ts'
import { scratchFolder } from '../../../../lib/files/scratch.ts'
import { chooseSandbox, openSandbox } from '../../../../sandbox/index.ts'
import { HELPER_LIMITS } from '../../../../sandbox/limits.ts'
import { compareTests, type Helpers } from '../../tester/compare.ts'

export interface Incomparable {
  readonly id: string
  readonly test: string
  readonly reason: string
}

/**
 * Tests whose own code would be refused as an adapted test: for example, their module imports `*`. No answer of a judge could pass
 * their task.
 * @param codes Files of tests by the ids of groups
 * @param tests Names of tests by the ids of groups
 * @param library Top-level modules of the library
 */
export async function incomparable(
  codes: ReadonlyMap<string, string>,
  tests: ReadonlyMap<string, ReadonlySet<string>>,
  library: readonly string[],
  python: Python,
): Promise<Incomparable[]> {
  await using scratch = await scratchFolder('comparable')
  const { name } = await chooseSandbox()
  await using sandbox = await openSandbox(name, scratch.path, { python, limits: HELPER_LIMITS, browser: false })
  const helpers = { sandbox, scratch: scratch.path, python: python.program, signal: new AbortController().signal }
  const found: Incomparable[] = []
  for (const [id, names] of tests) {
    const code = codes.get(id) ?? ''
    const compare = (wanted: readonly string[]) => problemOf(code, wanted, library, helpers)
    // One comparison for all tests of a group is enough for nearly all groups.
    if (names.size === 0 || (await compare([...names])) === undefined) continue
    for (const test of names) {
      const reason = await compare([test])
      if (reason !== undefined) found.push({ id, test, reason })
    }
  }
  return found
}

/** @returns why the comparison refuses the code in place of itself; undefined if it accepts it */
async function problemOf(
  code: string,
  tests: readonly string[],
  library: readonly string[],
  helpers: Helpers,
): Promise<string | undefined> {
  try {
    const { problems } = await compareTests(
      { task: { code, tests }, adapted: code, library, project: library },
      helpers,
    )
    return problems.length === 0 ? undefined : `the judge could not compare it with itself: ${problems[0] ?? ''}`
  } catch (error) {
    if (error instanceof MachineFault) return `the judge could not compare it with itself: ${error.message}`
    throw error
  }
}
