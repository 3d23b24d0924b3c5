import path from 'node:path'
import { execa } from 'execa'
import { pythonTestcodesSchema } from '../projecteval/testcodes.ts'
import type { Verdict } from '../schema.ts'
import type { Canonical, Python } from '../types.ts'
import { giver, judge, type Judged } from './judge.ts'
import type { Finding, PointProblem, SolutionResult } from './results.ts'
import type { Bench, Subject } from './subject.ts'
import { watched, type Uses } from './watch.ts'

/** How often the canonical solution is judged: a verdict that changes is found by looking again. */
export const TIMES = 3

export interface CanonicalResult {
  readonly result: SolutionResult
  /** What its testcodes did not do. */
  readonly findings: readonly Finding[]
  /** Milliseconds that its slowest testcode took. */
  readonly slowest: number
}

/** Our own solution, several times at once. */
export async function judgeCanonical(subject: Subject, bench: Bench): Promise<CanonicalResult> {
  const watch = watched(subject.testcodes)
  const testcodes = watch?.testcodes ?? subject.testcodes
  const { result, slowest } = await judgeSolution(
    { ...subject, testcodes },
    bench,
    'canonical',
    subject.canonical,
    TIMES,
  )
  const failed = new Set(result.problems.map(({ point }) => point))
  const ids = subject.mission.testcodes.map(({ id }) => id).filter((id) => !isWithheld(subject, id))
  const whole = ids.filter((id) => !failed.has(id))
  const findings = watch ? useFindings(subject, watch.uses, whole) : sourceFindings(subject, ids)
  return { result, findings, slowest }
}

function isWithheld({ mission }: Subject, id: string): boolean {
  return mission.withheld !== undefined && Object.hasOwn(mission.withheld, id)
}

export interface AlternativeResults {
  readonly results: readonly SolutionResult[]
  readonly skipped: readonly string[]
}

/** Those that came from other hands, or are in another technology: once each. */
export async function judgeAlternatives(subject: Subject, bench: Bench): Promise<AlternativeResults> {
  const solutions = [...subject.proofs.alternatives].map(async ([stack, solution]) => {
    const module = MODULES[stack]
    if (module === undefined || (await hasModule(bench.around.python, module)))
      return (await judgeSolution(subject, bench, stack, solution, 1)).result
    return `${subject.mission.id}: its solution in ${stack}: ${bench.around.python.program} has no module ${module}`
  })
  const all = await Promise.all(solutions)
  return {
    results: all.filter((each) => typeof each !== 'string'),
    skipped: all.filter((each) => typeof each === 'string'),
  }
}

/** What solutions of these stacks import, which is installed with a machine's Python and not by a project. */
const MODULES: Readonly<Record<string, string>> = { django: 'django', flask: 'flask' }

async function hasModule({ program, path: folders }: Python, module: string): Promise<boolean> {
  const env = folders.length === 0 ? {} : { PYTHONPATH: folders.join(path.delimiter) }
  const { failed } = await execa(program, ['-c', `import ${module}`], { env, reject: false, stdin: 'ignore' })
  return !failed
}

async function judgeSolution(
  { mission, testcodes }: Subject,
  { around, limit }: Bench,
  name: string,
  solution: Canonical,
  times: number,
): Promise<{ readonly result: SolutionResult; readonly slowest: number }> {
  const agent = giver(name, solution)
  const all = Array.from({ length: times }, () => limit(() => judge({ mission, testcodes, agent }, around)))
  const rounds = await Promise.all(all)
  const points = pointsOf(rounds)
  const judged = points.filter(({ statuses }) => !statuses.every((status) => status === 'excluded'))
  const problems = judged.filter(({ statuses }) => statuses.some((status) => status !== 'passed'))
  const passed = judged.length - problems.length
  const slowest = Math.max(0, ...rounds.flatMap(({ verdicts }) => verdicts.map(({ milliseconds }) => milliseconds)))
  return { result: { mission: mission.id, solution: name, times, points: judged.length, passed, problems }, slowest }
}

/** Every point with what came out each time. */
export function pointsOf(rounds: readonly Judged[]): PointProblem[] {
  const points = new Map<string, Verdict[]>()
  for (const verdict of rounds.flatMap(({ verdicts }) => verdicts)) {
    points.set(verdict.testcode, [...(points.get(verdict.testcode) ?? []), verdict])
  }
  return [...points].map(([point, verdicts]) => ({
    point,
    statuses: verdicts.map(({ status }) => status),
    reason: verdicts.find(({ status }) => status !== 'passed')?.reason ?? '',
  }))
}

/** Of testcodes that were carried out to their end. */
function useFindings({ mission }: Subject, uses: Uses, ids: readonly string[]): Finding[] {
  return mission.testcodes
    .filter(({ id }) => ids.includes(id))
    .flatMap(({ id, parameters }): Finding[] => {
      const use = uses.get(id)
      if (!use) return []
      const unused = parameters.filter((name) => !use.parameters.has(name))
      const silent = use.expectations === 0
      return [
        ...(silent ? [assertionFinding(mission.id, id)] : []),
        ...unused.map((name): Finding => {
          return { mission: mission.id, kind: 'parameters', text: `testcode "${id}" names "${name}" and never uses it` }
        }),
      ]
    })
}

/** Of testcodes in Python, which are not carried out here. */
function sourceFindings({ mission, testcodes }: Subject, ids: readonly string[]): Finding[] {
  const sources = pythonTestcodesSchema.safeParse(testcodes)
  if (!sources.success) return []
  return ids
    .filter((id) => !/\bassert|\braise\b/.test(withoutComments(sources.data[id]?.source ?? 'assert')))
    .map((id) => assertionFinding(mission.id, id))
}

function withoutComments(python: string): string {
  return python.replaceAll(/#.*$/gm, '')
}

function assertionFinding(mission: string, id: string): Finding {
  return { mission, kind: 'assertions', text: `testcode "${id}" passes without stating an expectation` }
}
