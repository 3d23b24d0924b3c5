/** Runs one adapted test on the project with the tester for libraries, and decides by what the judge observed. */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { LibrarySuite } from '../../../contracts/schema.ts'
import type { Judgement, LibraryTask } from '../../../contracts/types.ts'
import { COPY_FLAG } from '../../../lib/syntax/outline/stubs.ts'
import type { Layout } from '../../../lib/python/layout.ts'
import { findSites } from '../../../testers/pytest/find-sites.ts'
import { installedLibraries } from '../../../testers/pytest/installed.ts'
import { runTests, type Ran, type Surroundings } from '../../../testers/pytest/run.ts'
import { endedEarly, endedInImports, notCollected, tamperingOf, verdictOf } from '../../../testers/pytest/verdicts.ts'
import type { Compared, Helpers } from './compare.ts'
import type { Execution } from './steps.ts'
import { suiteOf, TESTS } from './reference-suite.ts'
import { isOfValue, type Reference, type ReferenceTest } from './reference.ts'
import { asComparisons, sitesOf, type PlacedSite } from './sites.ts'
import { CHANGES, soundTests, type Change, type Copies, type Files } from './stubs.ts'

const FILE = 'test_task.py'
/** Processor time of one run: tests of one task take a few seconds on their reference. */
const SECONDS = 120
const FACTOR = 10
const UNREADABLE = 'the judge cannot read its assertions'

export interface TestRun {
  readonly task: LibraryTask
  readonly test: string
  readonly compared: Compared
  readonly layout: Layout
  readonly reference: Reference | undefined
  readonly allowed: readonly string[]
  readonly copies: Copies
}

/** A sandbox for produced code, and another one for helpers of the judge. */
export interface Places {
  readonly around: Omit<Surroundings, 'masks'>
  readonly helpers: Helpers
}

/** Tests of one session run one after the other: their folder stays, because the sandbox of the helpers has mounted it. */
export async function runAdapted(run: TestRun, { around, helpers }: Places): Promise<Execution> {
  const suite = await suiteWith(run.compared.guarded, path.join(helpers.scratch, 'suite'), run.layout)
  const [found] = await findSites(suite, { ...helpers, masks: [] })
  // Without its assertions, nothing that the test does would be observed.
  if (!found) return { passed: false, reason: UNREADABLE, test: run.test, refused: UNREADABLE }
  const known = run.reference?.of(run.task)
  const sites = sitesOf(found.sites.filter(isOfValue), run.compared, known)
  const imports = found.imports.filter((name) => !suite.names.includes(name.split('.')[0] ?? ''))
  const masks = await installedLibraries(around.python, suite)
  const play = (placed: readonly PlacedSite[]) => played(run, suite, placed, imports, { ...around, masks })
  const first = await play(sites)
  const softer = asComparisons(sites, first)
  const [ran, placed] = softer ? [await play(softer), softer] : [first, sites]
  const execution = { ...executionOf(run, ran, placed, known?.tests), test: run.test }
  const work = workIn(execution, run.compared.mark)
  if (work !== undefined) return { passed: false, reason: work, test: run.test, refused: work }
  const needless = execution.passed ? await needlessIn(run, helpers.scratch, { ...around, masks }) : undefined
  return needless === undefined ? execution : { ...execution, refused: needless }
}

async function suiteWith(test: string, root: string, layout: Layout): Promise<LibrarySuite> {
  await mkdir(path.join(root, TESTS), { recursive: true })
  await writeFile(path.join(root, TESTS, FILE), test)
  return suiteOf(root, layout)
}

/** The guard has found that the test itself works on a value of the project. */
function workIn({ passed, reason }: Execution, mark: string): string | undefined {
  if (passed || mark === '' || !reason.includes(mark)) return undefined
  const [name = ''] = /^\S+/.exec(reason.slice(reason.indexOf(mark) + mark.length)) ?? []
  const how = name.startsWith('[') || name.startsWith(':') ? 'takes a part of' : `calls ${name}() of`
  return `it ${how} a plain value that the project gave, which the reference test does not do with the library's value`
}

/** A test of the task that does not need the project: it passes on a copy whose functions do not do their work. */
async function needlessIn(run: TestRun, scratch: string, around: Surroundings): Promise<string | undefined> {
  const { task, layout, compared, allowed, copies } = run
  for (const change of CHANGES) {
    const files = await copies.of(layout.files, change)
    const suite = await suiteWith(flagged(compared.guarded), path.join(scratch, 'copies'), layout)
    const plan = { suite, files, sites: [], imports: [], allowed, ends: false, seconds: secondsFor(run) }
    const found = soundTests(await runTests(plan, around)).filter((name) => belongsTo(task, name))
    const unlike =
      found.length === 0 ? [] : await unlikeReference(run, change, found, path.join(scratch, 'reference'), around)
    if (unlike[0] !== undefined) return `${unlike[0]} passes although ${change.says}`
  }
  return undefined
}

/** From the end of its imports on, the functions of a copy return what they should not. */
function flagged(test: string): string {
  return `${test}\n\n\n__import__('sys').${COPY_FLAG} = True\n`
}

/**
 * Tests that do not pass on the same copy of the reference. Others pass there as well: "slugify('plain') == 'plain'" asks for nothing but
 * the argument. A test that needs no function at all never counts.
 */
async function unlikeReference(
  { task, reference, copies }: TestRun,
  change: Change,
  names: readonly string[],
  root: string,
  around: Surroundings,
): Promise<readonly string[]> {
  if (reference === undefined || change.statement !== undefined) return names
  const files: Files = await copies.of(reference.layout.files, change)
  const suite = await suiteWith(flagged(task.code), root, reference.layout)
  const plan = { suite, files, sites: [], imports: [], allowed: reference.allowed, ends: false }
  const ran = await runTests({ ...plan, seconds: secondsFor({ task, reference }) }, around)
  const sound = new Set(soundTests(ran))
  return names.filter((name) => !sound.has(name))
}

/** Processor time of one run. */
function secondsFor({ task, reference }: Pick<TestRun, 'task' | 'reference'>): number {
  const usual = reference?.of(task).tests.reduce((sum, { seconds }) => sum + seconds, 0) ?? 0
  return Math.max(SECONDS, FACTOR * usual)
}

function played(
  { layout, reference, allowed, task }: TestRun,
  suite: LibrarySuite,
  sites: readonly PlacedSite[],
  imports: readonly string[],
  around: Surroundings,
): Promise<Ran> {
  return runTests(
    {
      suite,
      files: layout.files,
      sites: sites.map(({ site }) => site),
      imports,
      allowed,
      ends: true,
      seconds: secondsFor({ task, reference }),
    },
    around,
  )
}

/** Passed means that all tests of the task ran and passed; the first other result is the reason. */
function executionOf(
  { task }: TestRun,
  ran: Ran,
  placed: readonly PlacedSite[],
  reference: readonly ReferenceTest[] | undefined,
): Execution {
  const tampering = tamperingOf(ran)
  if (tampering.length > 0)
    return {
      passed: false,
      reason: `tampering: ${tampering.slice(0, 5).join('; ')}`,
      output: tampering.join('\n').slice(0, 4000),
    }
  const names = ran.record.items.map((node) => node.slice(node.indexOf('::') + 2))
  const missing = missingTests(task, names, reference)
  if (missing !== undefined) return { passed: false, ...told(unrun(ran, missing)) }
  const sites = placed.map(({ site }) => site)
  for (const [index, name] of names.entries()) {
    if (!belongsTo(task, name)) continue
    const state = ran.record.tests.get(index)
    const judgement = state
      ? verdictOf({ ...judged(name), sites: requiredSites(name, placed, reference) }, state, ran, sites, false)
      : unrun(ran, name)
    if (judgement.status !== 'passed') return { passed: false, ...told(judgement, name) }
  }
  return { passed: true, reason: `${String(names.length)} tests passed` }
}

/** The first test that should have been collected and was not. */
function missingTests(
  task: LibraryTask,
  names: readonly string[],
  reference: readonly ReferenceTest[] | undefined,
): string | undefined {
  const all = new Set(names)
  const lost = reference?.filter(({ node }) => belongsTo(task, node)).find(({ node }) => !all.has(node))
  if (lost) return lost.node
  return task.tests.find((test) => !names.some((name) => functionOf(name) === lastName(test)))
}

/** Whether a test that pytest names is one of the task's. */
function belongsTo(task: LibraryTask, node: string): boolean {
  const own = functionOf(node)
  return task.tests.some((test) => lastName(test) === own)
}

function functionOf(node: string): string {
  return (node.split('[')[0] ?? '').split('::').at(-1) ?? ''
}

function lastName(test: string): string {
  return test.split(/::|\./).at(-1) ?? test
}

function judged(name: string) {
  return { id: name, node: `${TESTS}/${FILE}::${name}`, seconds: 0, values: {} }
}

function unrun(ran: Ran, name: string): Judgement {
  if (ran.record.ended) return notCollected({ ...judged(name), sites: [] }, ran, false)
  return ran.record.tests.size === 0 ? endedInImports(ran) : endedEarly(ran)
}

/** Numbers of the sites that a test must reach. */
function requiredSites(
  name: string,
  placed: readonly PlacedSite[],
  reference: readonly ReferenceTest[] | undefined,
): number[] {
  const known = reference?.find(({ node }) => node === name)
  return placed.flatMap(({ line, conditional, functions }, number) => {
    if (known) return line !== undefined && known.lines.has(line) ? [number] : []
    return !conditional && functions.includes(functionOf(name)) ? [number] : []
  })
}

function told({ reason = 'failed', evidence }: Judgement, name?: string): Pick<Execution, 'reason' | 'output'> {
  const { output } = evidence
  return {
    reason: name === undefined ? reason : `${name}: ${reason}`,
    ...(output === undefined ? {} : { output }),
  }
}
