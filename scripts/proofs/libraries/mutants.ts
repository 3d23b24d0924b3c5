/** Judges mutants of the references of libraries: each is one small fault, which the hidden tests should notice. */
import { libraryBenchmark } from '../../../harness/benchmarks/codeprojecteval/benchmark.ts'
import { solutionAgent } from '../../../harness/agents/stand-ins.ts'
import { Cleanup } from '../../../harness/lib/async/cleanup.ts'
import { findPython } from '../../../harness/lib/python/find.ts'
import { judgeGenerated } from '../../../harness/quality/validate/faults.ts'
import { judge } from '../../../harness/quality/validate/judge.ts'
import { allMutants, drawMutants } from '../../../harness/quality/validate/mutants/generate.ts'
import type { FaultResult } from '../../../harness/quality/validate/results.ts'
import { openBench } from '../../../harness/quality/validate/run.ts'
import { isSubject, loadSubject, type Bench, type Subject } from '../../../harness/quality/validate/subject.ts'
import { chooseSandbox } from '../../../harness/sandbox/index.ts'
import { calibrateLibrary } from '../../../harness/trial/calibration/calibrate.ts'

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
  /** Mutants that the operators can make. */
  readonly possible: number
  readonly results: readonly FaultResult[]
}

/** Judges the mutants of one repository by its hidden tests. */
export async function judgeMutants(id: string, plan: MutantPlan): Promise<MutantResults> {
  const benchmark = libraryBenchmark('codeprojecteval', plan.source, calibrateLibrary)
  const subject = await loadSubject(benchmark, id)
  if (!isSubject(subject)) throw new Error(`${id}: ${subject.text}`)
  const all = await allMutants(subject.canonical.project.files)
  await using stack = new Cleanup()
  const noBrowser = () => Promise.reject(new Error('libraries need no browser'))
  const bench = await openBench(
    {
      ...{ benchmark, sandbox: (await chooseSandbox()).name, seed: 'mutants', python: await findPython() },
      ...{ concurrency: plan.concurrency, testcode: 600_000, signal: plan.signal },
      testers: { launchBrowser: noBrowser, findChromedriverBrowser: noBrowser },
    },
    stack,
  )
  await checkReference(subject, bench)
  const drawn = drawMutants(all, plan.count, plan.seed)
  return { id, possible: all.length, results: await judgeGenerated(subject, drawn, bench) }
}

/**
 * Judges the reference in the same way first: if a test fails without a fault, failures prove nothing.
 * @throws Error naming the first test that does not pass
 */
async function checkReference({ mission, testcodes, canonical }: Subject, { around }: Bench): Promise<void> {
  const agent = solutionAgent('canonical', canonical)
  const { outcome, reason = '', verdicts } = await judge({ mission, testcodes, agent }, around)
  if (outcome !== 'judged') throw new Error(`${mission.id}: its reference is not judged: ${reason}`)
  const bad = verdicts.find(({ status }) => status !== 'passed' && status !== 'excluded')
  if (bad) throw new Error(`${mission.id}: its reference does not pass ${bad.testcode}: ${bad.reason ?? bad.status}`)
  if (!verdicts.some(({ status, points }) => status === 'passed' && points.of > 0))
    throw new Error(`${mission.id}: no test judges on this machine`)
}

export interface MutantCounts {
  readonly judged: number
  readonly noticed: number
}

/** A mutant that could not be judged says nothing. A suite that no longer runs has noticed it, too. */
export function countsOf(results: readonly FaultResult[]): MutantCounts {
  const judged = results.filter(({ outcome }) => outcome !== 'unjudged' && outcome !== 'equivalent')
  return { judged: judged.length, noticed: judged.filter(({ outcome }) => outcome !== 'survived').length }
}
