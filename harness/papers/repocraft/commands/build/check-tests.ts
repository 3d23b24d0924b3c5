/** Which tests judge a project: they pass on the reference, fail on stubs with its names, and can be compared with adapted tests. */
import type { Calibration } from '../../../../contracts/schema.ts'
import type { Calibrate, ProjectFile, Python } from '../../../../contracts/types.ts'
import { scratchFolder } from '../../../../lib/files/scratch.ts'
import type { Layout } from '../../../../lib/python/layout.ts'
import { chooseSandbox, openSandbox } from '../../../../sandbox/index.ts'
import { HELPER_LIMITS } from '../../../../sandbox/limits.ts'
import { installedLibraries } from '../../../../testers/pytest/installed.ts'
import { isSound } from '../../../../testers/pytest/record.ts'
import { runTests, type Ran } from '../../../../testers/pytest/run.ts'
import { TESTS, testFile, writeReferenceSuite } from '../../tester/reference-suite.ts'
import { STUBS } from '../../tester/stubs.ts'
import { MachineFault } from '../../../../errors.ts'
import { compareTests, type Helpers } from '../../tester/compare.ts'

/** Seconds for one test on stubs, and for a process of them; a test that takes longer does not pass. */
const SECONDS = 20
const SECONDS_OF_ALL = 600
const MOST_RUNS = 12

export interface CheckedTests {
  /** Names of tests that judge, by the id of their group. */
  readonly good: ReadonlyMap<string, ReadonlySet<string>>
  /** Why others do not, by the id of their group and their name. */
  readonly dropped: readonly Incomparable[]
}

/** Makes a stub of a file of the library. */
export type MakeStub = (text: string, statement: string) => Promise<string>

/** @param codes Files of tests by the ids of groups */
export async function checkTests(
  layout: Layout,
  codes: ReadonlyMap<string, string>,
  {
    calibrate,
    makeStub,
    python,
  }: { readonly calibrate: Calibrate; readonly makeStub: MakeStub; readonly python: Python },
): Promise<CheckedTests> {
  const { suite, digest } = await writeReferenceSuite(layout, codes)
  const calibration = await calibrate(suite, digest)
  const ids = new Map([...codes.keys()].map((id) => [testFile(id), id]))
  const [good, dropped] = passingIn(calibration, ids)
  for (const statement of STUBS) {
    const files = await Promise.all(layout.files.map((file) => stub(file, statement, makeStub)))
    for (const node of await passingOn({ ...layout, files }, codes, calibration, python)) {
      const [file, name] = splitNode(node)
      const id = ids.get(file) ?? ''
      if (good.get(id)?.delete(name) !== true) continue
      dropped.push({
        id,
        test: name,
        reason: `it passes although every function of the library is a stub (${statement})`,
      })
    }
  }
  for (const each of await incomparable(codes, good, layout.names, python)) {
    good.get(each.id)?.delete(each.test)
    dropped.push(each)
  }
  return { good, dropped }
}

async function stub(file: ProjectFile, statement: string, makeStub: MakeStub): Promise<ProjectFile> {
  if (!file.path.endsWith('.py')) return file
  return { path: file.path, content: await makeStub(Buffer.from(file.content).toString('utf8'), statement) }
}

type Dropped = CheckedTests['dropped'][number]

/** A test counts if it passes with all of its parameters. */
function passingIn(
  { tests, excluded }: Calibration,
  ids: ReadonlyMap<string, string>,
): [Map<string, Set<string>>, Dropped[]] {
  const good = new Map([...ids.values()].map((id) => [id, new Set<string>()]))
  for (const { node } of tests) {
    const [file, name] = splitNode(node)
    good.get(ids.get(file) ?? '')?.add(name)
  }
  const dropped = excluded.map(({ id: node, reason }) => {
    const [file, name] = splitNode(node)
    const id = ids.get(file) ?? ''
    good.get(id)?.delete(name)
    return { id, test: name, reason }
  })
  return [good, [...new Map(dropped.map((each) => [`${each.id}\n${each.test}`, each])).values()]]
}

/** `pe_tests/test_a.py::TestB::test_c[1]` → `test_a.py`, `test_c`. */
function splitNode(node: string): [string, string] {
  const [file = '', ...names] = node.replace(`${TESTS}/`, '').split('::')
  return [file, (names.join('::').split('[')[0] ?? '').split('::').at(-1) ?? '']
}

/** Nodes that pass on a stand-in of the library. A test in which the process ends does not; the rest runs in another one. */
async function passingOn(
  layout: Layout,
  codes: ReadonlyMap<string, string>,
  { tests }: Calibration,
  python: Python,
): Promise<string[]> {
  await using scratch = await scratchFolder('stubs')
  const { name } = await chooseSandbox()
  await using sandbox = await openSandbox(name, scratch.path, { python, limits: HELPER_LIMITS, browser: false })
  const { suite } = await writeReferenceSuite(layout, codes)
  const masks = await installedLibraries(python.program, suite)
  const around = { sandbox, scratch: scratch.path, python: python.program, masks, signal: new AbortController().signal }
  const passing: string[] = []
  let left = tests.map(({ node }) => node)
  for (let run = 1; left.length > 0 && run <= MOST_RUNS; run += 1) {
    const wanted = left.map((node) => ({ node, seconds: SECONDS }))
    const plan = {
      suite,
      files: layout.files,
      sites: [],
      imports: [],
      allowed: [],
      wanted,
      ends: false,
      seconds: SECONDS_OF_ALL,
    }
    const ran = await runTests(plan, around)
    passing.push(...left.filter((_, index) => soundAt(ran, index)))
    const ended = left.findIndex((_, index) => ran.record.tests.get(index)?.done === false)
    left = ended === -1 ? [] : left.filter((_, index) => !ran.record.tests.has(index))
  }
  return passing
}

function soundAt({ record }: Ran, index: number): boolean {
  const told = record.tests.get(index)
  return told !== undefined && isSound(told)
}

// ---- comparable ----------------------------------------------------------------------------------------------------

// Which tests can judge an adapted test: those that the comparison accepts in place of themselves.

interface Incomparable {
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
async function incomparable(
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
