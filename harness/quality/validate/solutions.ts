import path from 'node:path'
import { countedTestcodes } from '../../contracts/suites.ts'
import { RUNNABLE } from '../../trial/judge.ts'
import { execa } from 'execa'
import { type Verdict, pythonTestcodesSchema } from '../../contracts/schema.ts'
import type { Canonical, Python, Mission } from '../../contracts/types.ts'
import { solutionAgent } from '../../agents/stand-ins.ts'
import { judge, type Judged, type Testcodes } from './judge.ts'
import type { Finding, PointProblem, SolutionResult, VarietyResult } from './results.ts'
import type { Bench, Subject } from './subject.ts'
import { watchedSuites, type Uses } from './watch.ts'

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

// ---- use findings --------------------------------------------------------------------------------------------------

// Findings about the parameters and the expectations of testcodes, from what they used while they ran.

/** Findings about testcodes that ran to their end. */
export function useFindings(
  { mission }: Pick<Subject, 'mission'>,
  rounds: readonly RoundUses[],
  ids: readonly string[],
): Finding[] {
  const used = usedAnywhere(mission, rounds)
  return countedTestcodes(mission)
    .filter(({ id }) => ids.includes(id))
    .flatMap(({ id, parameters = [] }): Finding[] => {
      const all = rounds.flatMap(({ uses }) => uses.get(id) ?? [])
      const asked = new Set(all.flatMap((use) => [...use.parameters]))
      const compared = new Set([...asked].flatMap((name) => differingFrom(mission, name)))
      const unused = parameters.filter((name) => !asked.has(name) && !compared.has(name) && !used.has(name))
      const silent = all.some((use) => use.expectations === 0)
      return [
        ...(silent ? [assertionFinding(mission.id, id)] : []),
        ...unused.map((name): Finding => {
          return { mission: mission.id, kind: 'parameters', text: `testcode "${id}" names "${name}" and never uses it` }
        }),
      ]
    })
}

/**
 * The parameters that some testcode uses, in missions that ask for each value once: there, naming it in another testcode asks for
 * nothing more, and that one may need it only in some games. Empty for other missions.
 */
function usedAnywhere({ kind }: Mission, rounds: readonly RoundUses[]): ReadonlySet<string> {
  if (kind !== 'desktop') return new Set()
  return new Set(rounds.flatMap(({ uses }) => [...uses.values()].flatMap(({ parameters }) => [...parameters])))
}

/** Parameters whose values are read with this one, because they must differ from it. */
function differingFrom({ parameters = {} }: Mission, name: string): readonly string[] {
  const parameter = parameters[name]
  return parameter !== undefined && 'apart' in parameter ? parameter.apart : []
}

/** Findings about Python testcodes, by their sources: they cannot be watched. */
function sourceFindings({ mission, testcodes }: Subject, ids: readonly string[]): Finding[] {
  const sources = pythonTestcodesSchema.safeParse(Object.assign({}, ...testcodes.values()))
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

// ---- variety -------------------------------------------------------------------------------------------------------

// Pure: what testcodes typed and drew with several seeds → whether they draw from the seed what they type.

/** The fixtures and texts that testcodes used in one trial. */
interface RoundUses {
  readonly seed: string
  readonly uses: Uses
}

/**
 * @param ids Testcodes that passed each time; a failing one may stop at a different point each time
 * @returns Undefined if there is only one seed
 */
export function varietyOf(
  { mission, proofs }: Subject,
  rounds: readonly RoundUses[],
  ids: readonly string[],
): { readonly result: VarietyResult; readonly findings: readonly Finding[] } | undefined {
  const seeds = new Map(rounds.map(({ seed, uses }) => [seed, uses]))
  if (seeds.size < 2) return undefined
  const found = ids.map((id) => {
    const uses = [...seeds.values()].map((each) => each.get(id))
    return { id, typed: uses.map((use) => use?.typed ?? []), drawn: uses.map((use) => use?.drawn ?? []) }
  })
  const typing = found.filter(({ typed }) => typed.some((each) => each.length > 0))
  const same = typing.filter(({ typed }) => areEqual(typed))
  const { fixedInputs } = proofs.exceptions
  const why = (id: string) => fixedInputs.find(({ testcode }) => testcode === id)?.why
  // With few possible values, two seeds may draw equal ones. Then the testcode would have typed the same in any case.
  const isUndecided = ({ id, drawn }: (typeof found)[number]) =>
    why(id) === undefined && areEqual(drawn) && drawn.every((each) => each.length > 0)
  const fixed = same.filter((each) => !isUndecided(each))
  const stale = fixedInputs.filter(({ testcode }) => ids.includes(testcode) && !fixed.some(({ id }) => id === testcode))
  return {
    result: {
      mission: mission.id,
      typing: typing.length,
      fixed: fixed.map(({ id }) => ({ testcode: id, why: why(id) })),
      undecided: same.filter(isUndecided).map(({ id }) => id),
    },
    findings: stale.map(({ testcode }) => ({
      mission: mission.id,
      kind: 'exceptions',
      text: `"${testcode}" does not type the same under every seed: remove it from fixedInputs in exceptions.yaml`,
    })),
  }
}

function areEqual(texts: readonly (readonly string[])[]): boolean {
  return new Set(texts.map((each) => JSON.stringify(each))).size === 1
}
