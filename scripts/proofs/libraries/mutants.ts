/** Judges mutants of the references of libraries: each is one small fault, which the hidden tests should notice. */
import { openBenchmark } from '../../../harness/benchmarks/index.ts'
import { papers } from '../../../test/papers.ts'
import { solutionAgent } from '../../../harness/agents/stand-ins.ts'
import type { LibraryPlan } from '../../../harness/contracts/schema.ts'
import type { Canonical, Python } from '../../../harness/contracts/types.ts'
import { libraryPlanSchema } from '../../../harness/contracts/schema.ts'
import { Cleanup } from '../../../harness/lib/async/cleanup.ts'
import { findPython } from '../../../harness/lib/python/find.ts'
import { judge } from '../../../harness/quality/validate/judge.ts'
import { allMutants, drawMutants, type Mutant } from '../../../harness/quality/validate/mutants/generate.ts'
import { openBench } from '../../../harness/quality/validate/run.ts'
import { isSubject, loadSubject, type Bench, type Subject } from '../../../harness/quality/validate/subject.ts'
import { chooseSandbox } from '../../../harness/sandbox/index.ts'
import { compared, type MutantResult, type TestVerdict } from './compare.ts'
import { runPlain } from './plain.ts'

export interface MutantPlan {
  /** The folder of the repositories. */
  readonly source: string
  /** Mutants of each repository. */
  readonly count: number
  /** Of the draw. */
  readonly seed: number
  readonly concurrency: number
  readonly signal: AbortSignal
}

export interface MutantResults {
  readonly id: string
  /** Mutants that the operators can make in lines that the tests run. */
  readonly possible: number
  /** The same in all lines. */
  readonly everywhere: number
  readonly results: readonly MutantResult[]
}

interface Place {
  readonly subject: Subject
  readonly plan: LibraryPlan
  readonly bench: Bench
  readonly python: Python
  readonly signal: AbortSignal
}

/** Judges mutants of one repository by its hidden tests, with the tester and with pytest alone. */
export async function judgeMutants(id: string, options: MutantPlan): Promise<MutantResults> {
  const { source, count, seed, concurrency, signal } = options
  const benchmark = await openBenchmark(`codeprojecteval:${source}`, papers)
  const subject = await loadSubject(benchmark, id)
  if (!isSubject(subject)) throw new Error(`${id}: ${subject.text}`)
  const plan = libraryPlanSchema.parse(subject.testcodes.get('unit'))
  const python = await findPython()
  await using stack = new Cleanup()
  const noBrowser = () => Promise.reject(new Error('libraries need no browser'))
  const bench = await openBench(
    {
      ...{ benchmark, sandbox: (await chooseSandbox()).name, seed: 'mutants', python },
      ...{ concurrency, testcode: 600_000, signal },
      testers: { launchBrowser: noBrowser, findChromedriverBrowser: noBrowser },
    },
    stack,
  )
  const place = { subject, plan, bench, python, signal }
  const lines = await checkReference(place)
  const all = await allMutants(subject.canonical.project.files)
  const covered = all.filter(({ file, line }) => lines.get(file)?.has(line) === true)
  const drawn = drawMutants(covered, count, seed)
  const results = await Promise.all(drawn.map((mutant) => bench.limit(() => judgeMutant(mutant, place))))
  return { id, possible: covered.length, everywhere: all.length, results }
}

/**
 * Judges the reference in the same ways first: if a test fails without a fault, failures prove nothing.
 * @returns The lines that the tests run, by file
 * @throws Error naming the first test that does not pass
 */
async function checkReference(place: Place): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
  const { subject, plan, python, signal } = place
  const { id } = subject.mission
  if (plan.calibration.tests.length === 0) throw new Error(`${id}: no test judges on this machine`)
  const { files } = subject.canonical.project
  const { lines, tests, ended } = await runPlain({ plan, files, python, traced: true, signal })
  if (!ended) throw new Error(`${id}: pytest did not come to its end on the reference`)
  const failing = plan.calibration.tests.find(({ node }) => tests.get(node) !== true)
  if (failing) throw new Error(`${id}: pytest says that the reference does not pass ${failing.id}`)
  const verdicts = await verdictsOf(subject.canonical, place)
  if (typeof verdicts === 'string') throw new Error(`${id}: its reference is not judged: ${verdicts}`)
  const bad = verdicts.find(({ passed }) => !passed)
  if (bad) throw new Error(`${id}: its reference does not pass ${bad.id}: ${bad.reason}`)
  return lines
}

/** A difference may come from a test that depends on time: it must happen a second time. */
async function judgeMutant(mutant: Mutant, place: Place): Promise<MutantResult> {
  const first = await judgeOnce(mutant, place)
  return first.only.length === 0 ? first : judgeOnce(mutant, place)
}

async function judgeOnce(mutant: Mutant, place: Place): Promise<MutantResult> {
  const { subject, plan, python, signal } = place
  const { canonical } = subject
  const files = canonical.project.files.map((file) =>
    file.path === mutant.file ? { ...file, content: Buffer.from(mutant.content) } : file,
  )
  const plain = await runPlain({ plan, files, python, signal })
  const verdicts = await verdictsOf({ ...canonical, project: { files } }, place)
  return compared(mutant, plan.calibration.tests, plain, verdicts)
}

/** @returns Why it was not judged, if it was not */
async function verdictsOf(solution: Canonical, { subject, bench }: Place): Promise<string | TestVerdict[]> {
  const { mission, testcodes } = subject
  const agent = solutionAgent('mutant', solution)
  const { outcome, reason = '', verdicts } = await judge({ mission, testcodes, agent }, bench.around)
  if (outcome !== 'judged') return reason
  const unjudged = verdicts.find(({ status }) => status === 'unjudged')
  if (unjudged) return `${unjudged.testcode}: ${unjudged.reason ?? ''}`
  return verdicts
    .filter(({ status, testcode }) => status !== 'excluded' && testcode !== 'runnable')
    .map(({ testcode, status, reason: why }) => ({ id: testcode, passed: status === 'passed', reason: why ?? status }))
}
