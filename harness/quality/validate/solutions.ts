import { countedTestcodes } from '../../contracts/suites.ts'
import { RUNNABLE } from '../../trial/judge.ts'
import path from 'node:path'
import { execa } from 'execa'
import type { Verdict } from '../../contracts/schema.ts'
import type { Canonical, Python } from '../../contracts/types.ts'
import { solutionAgent } from '../../agents/stand-ins.ts'
import { judge, type Judged, type Testcodes } from './judge.ts'
import type { Finding, PointProblem, SolutionResult, VarietyResult } from './results.ts'
import type { Bench, Subject } from './subject.ts'
import { sourceFindings, useFindings } from './use-findings.ts'
import { varietyOf } from './variety.ts'
import { watchedSuites } from './watch.ts'

/** The seeds with which solutions are judged, one per round. */
export interface Rounds {
  readonly canonical: readonly string[]
  readonly others: readonly string[]
}

/**
 * By default, the canonical solution is judged three times with two seeds. This finds verdicts that depend on the seed and
 * verdicts that are flaky.
 */
export function roundsOf(seed: string, count: number | undefined): Rounds {
  const seeds = Array.from({ length: count ?? 2 }, (_, index) => (index === 0 ? seed : `${seed}-${String(index + 1)}`))
  return count === undefined ? { canonical: [...seeds, seed], others: [seed] } : { canonical: seeds, others: seeds }
}

export interface CanonicalResult {
  readonly result: SolutionResult
  readonly variety: VarietyResult | undefined
  /** Problems of its testcodes. */
  readonly findings: readonly Finding[]
  /** Milliseconds of its slowest testcode. */
  readonly slowest: number
}

/** Judges the canonical solution, once per seed, in parallel. */
export async function judgeCanonical(
  subject: Subject,
  seeds: readonly string[],
  bench: Bench,
): Promise<CanonicalResult> {
  const watches = seeds.map((seed) => ({ seed, watch: watchedSuites(subject.testcodes) }))
  const rounds = watches.map(({ seed, watch }) => ({ seed, testcodes: watch?.testcodes ?? subject.testcodes }))
  const { result, slowest } = await judgeSolution(subject, bench, 'canonical', subject.canonical, rounds)
  const failed = new Set(result.problems.map(({ point }) => point))
  const ids = countedTestcodes(subject.mission)
    .map(({ id }) => id)
    .filter((id) => !isWithheld(subject, id))
  const passed = ids.filter((id) => !failed.has(id))
  const uses = watches.flatMap(({ seed, watch }) => (watch ? [{ seed, uses: watch.uses }] : []))
  const typed = uses.length === seeds.length ? varietyOf(subject, uses, passed) : undefined
  const used = uses.length === seeds.length ? useFindings(subject, uses, passed) : sourceFindings(subject, ids)
  return { result, slowest, variety: typed?.result, findings: [...used, ...(typed?.findings ?? [])] }
}

function isWithheld({ mission }: Subject, id: string): boolean {
  return mission.withheld !== undefined && Object.hasOwn(mission.withheld, id)
}

export interface AlternativeResults {
  readonly results: readonly SolutionResult[]
  readonly skipped: readonly string[]
}

/** Judges the alternative solutions, by other authors or in another technology, once per seed. */
export async function judgeAlternatives(
  subject: Subject,
  seeds: readonly string[],
  bench: Bench,
): Promise<AlternativeResults> {
  const rounds = seeds.map((seed) => ({ seed, testcodes: subject.testcodes }))
  const solutions = [...subject.proofs.alternatives].map(async ([stack, solution]) => {
    const module = MODULES[stack]
    if (module === undefined || (await hasModule(bench.around.python, module)))
      return (await judgeSolution(subject, bench, stack, solution, rounds)).result
    return `${subject.mission.id}: its solution in ${stack}: ${bench.around.python.program} has no module ${module}`
  })
  const all = await Promise.all(solutions)
  return {
    results: all.filter((each) => typeof each !== 'string'),
    skipped: all.filter((each) => typeof each === 'string'),
  }
}

/** Python modules that solutions of these stacks import; they must be installed on the machine. */
const MODULES: Readonly<Record<string, string>> = { django: 'django', flask: 'flask' }

async function hasModule({ program, path: folders }: Python, module: string): Promise<boolean> {
  const env = folders.length === 0 ? {} : { PYTHONPATH: folders.join(path.delimiter) }
  const { failed } = await execa(program, ['-c', `import ${module}`], { env, reject: false, stdin: 'ignore' })
  return !failed
}

async function judgeSolution(
  { mission }: Subject,
  { around, limit }: Bench,
  name: string,
  solution: Canonical,
  seeds: readonly { readonly seed: string; readonly testcodes: Testcodes }[],
): Promise<{ readonly result: SolutionResult; readonly slowest: number }> {
  const agent = solutionAgent(name, solution)
  const rounds = await Promise.all(
    seeds.map(async ({ seed, testcodes }) => ({
      ...(await limit(() => judge({ mission, testcodes, agent, seed }, around))),
      seed,
    })),
  )
  const judged = pointsOf(rounds).filter(({ statuses }) => !statuses.every((status) => status === 'excluded'))
  const problems = judged.filter(({ statuses }) => statuses.some((status) => status !== 'passed'))
  // A condition is worth no points.
  const counts = ({ point }: PointProblem) => point !== RUNNABLE || mission.runnable !== 'condition'
  const points = judged.filter(counts).length
  const passed = points - problems.filter(counts).length
  const slowest = Math.max(0, ...rounds.flatMap(({ verdicts }) => verdicts.map(({ milliseconds }) => milliseconds)))
  const times = seeds.length
  return { result: { mission: mission.id, solution: name, times, points, passed, problems }, slowest }
}

/** Every point with its statuses in all rounds. */
export function pointsOf(rounds: readonly (Judged & { readonly seed: string })[]): PointProblem[] {
  const points = new Map<string, { readonly verdict: Verdict; readonly seed: string }[]>()
  for (const { seed, verdicts } of rounds)
    for (const verdict of verdicts)
      points.set(verdict.testcode, [...(points.get(verdict.testcode) ?? []), { verdict, seed }])
  return [...points].map(([point, all]) => ({
    point,
    statuses: all.map(({ verdict }) => verdict.status),
    seeds: all.map(({ seed }) => seed),
    reason: all.find(({ verdict }) => verdict.status !== 'passed')?.verdict.reason ?? '',
  }))
}
