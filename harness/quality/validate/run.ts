import { countedTestcodes } from '../../contracts/suites.ts'
import pLimit from 'p-limit'
import { Cleanup } from '../../lib/async/cleanup.ts'
import { scratchFolder } from '../../lib/files/scratch.ts'
import type { Fault, SandboxName } from '../../contracts/schema.ts'
import { seededRandom } from '../../lib/statistics/random.ts'
import { Testers, type TesterOptions } from '../../testers/index.ts'
import type { TrialLimits } from '../../trial/trial.ts'
import type { Agent, Benchmark, Mission, Python } from '../../contracts/types.ts'
import { isBaselineFor, judgeBaselines } from './baselines.ts'
import { judgeGenerated, judgeWritten, staleEquivalents, type WrittenResults } from './faults.ts'
import { materialFindings } from './materials.ts'
import { allMutants, drawMutants, shuffleItems, type Mutant } from './mutants/generate.ts'
import { CHEAT_TESTCODE, judgeCheats } from './redteam.ts'
import { reportProgress } from './progress.ts'
import type { FaultResult, Validation } from './results.ts'
import { skeletonFindings } from './skeleton.ts'
import { judgeAlternatives, judgeCanonical, roundsOf } from './solutions.ts'
import { canaryFindings, definitionFindings, isSubject, loadSubject, type Bench, type Subject } from './subject.ts'

export interface Plan {
  readonly benchmark: Benchmark
  /** Ids of the missions. */
  readonly missions: readonly string[]
  /** Agents that implement nothing, by name. */
  readonly baselines: (missions: readonly Mission[]) => Promise<ReadonlyMap<string, Agent>>
  /** Cheats, by name. */
  readonly cheats: (missions: readonly Mission[]) => Promise<ReadonlyMap<string, Agent>>
  /** Whether faults are judged; `generated` is the number of mutants per mission. */
  readonly faults: boolean
  readonly generated: number
  /**
   * The number of missions (with one baseline each), of written faults and of generated faults, drawn by `sampleSeed`. If
   * undefined, everything is validated.
   */
  readonly sample: number | undefined
  readonly sampleSeed: number
  /** Inputs are drawn from it. */
  readonly seed: string
  /** The number of seeds with which solutions are judged; the first is `seed`. If undefined, two for the canonical solution. */
  readonly seeds: number | undefined
  readonly sandbox: SandboxName
  readonly testers: TesterOptions
  readonly python: Python
  /** Trials at a time. */
  readonly concurrency: number
  /** Milliseconds for one testcode; testcodes of faults get less. */
  readonly testcode: number
  /** Whether the validation is to show what full patience changes: baselines then get time in which it can make a difference. */
  readonly comparesPatience?: boolean
  readonly signal: AbortSignal
  readonly say: (text: string) => void
}

/** Milliseconds for a trial. A game takes 150 s alone, and several times as long beside other trials. */
const TRIAL = 1_200_000
/** Milliseconds for a testcode on a project with a fault. An expectation waits a third of it before it fails. */
const FAULT_TESTCODE = 12_000
/** The time for a testcode is at least this multiple of the slowest one on the canonical solution, for slow machines. */
const FAULT_FACTOR = 3
/** Milliseconds for a testcode on a baseline: most fail, and baselines show at once what they show. */
export const BASELINE_TESTCODE = 3_000

/** Noise shows something else all the time, and full patience must get time in which it can make a difference. */
function showsLate({ comparesPatience }: Plan, { kind }: Mission): boolean {
  return comparesPatience === true || kind === 'desktop'
}

/**
 * Checks that the testcodes of missions measure what they claim: solutions must pass, baselines must not, and faults must be
 * caught.
 * @throws Interrupted if it is stopped
 */
export async function validate(plan: Plan): Promise<Validation> {
  const began = performance.now()
  const random = seededRandom(plan.sampleSeed)
  const ids = plan.sample === undefined ? plan.missions : shuffleItems(plan.missions, random).slice(0, plan.sample)
  const loaded = await Promise.all(ids.toSorted().map((id) => loadSubject(plan.benchmark, id, plan.testers.own)))
  const subjects = loaded.filter(isSubject)
  const broken = loaded.flatMap((each) => (isSubject(each) ? [] : [each]))
  const missions = subjects.map(({ mission }) => mission)
  const baselines = await plan.baselines(missions)
  const cheats = await plan.cheats(missions)
  const faults = plan.faults ? await drawFaults(subjects, plan, random) : undefined
  await using stack = new Cleanup()
  const bench = await openBench(plan, stack)
  plan.say(`seed ${plan.seed}: repeat with the same inputs by --seed ${plan.seed}`)
  const progress = reportProgress(bench.limit, plan.say)
  stack.defer(() => progress[Symbol.dispose]())
  const parts = await Promise.all(
    subjects.map((subject) => {
      const drawn = (all: ReadonlyMap<string, Agent>) => (plan.sample === undefined ? all : drawOne(all, random))
      const own = new Map([...baselines].filter(([name]) => isBaselineFor(subject.mission, name)))
      const agents = { baselines: drawn(own), cheats: drawn(cheats) }
      return validateMission(subject, plan, bench, agents, faults?.get(subject.mission.id))
    }),
  )
  return {
    benchmark: plan.benchmark.name,
    missions: parts.map(({ id, testcodes, seconds }) => ({ id, testcodes, seconds })),
    seeds: [...new Set(roundsOf(plan.seed, plan.seeds).canonical)],
    solutions: parts.flatMap((part) => part.solutions),
    variety: parts.flatMap((part) => part.variety),
    baselines: parts.flatMap((part) => part.baselines),
    redteam: parts.flatMap((part) => part.redteam),
    faults: parts.flatMap((part) => part.faults),
    findings: [...broken, ...canaryFindings(missions), ...parts.flatMap((part) => part.findings)],
    skipped: parts.flatMap((part) => part.skipped),
    seconds: (performance.now() - began) / 1000,
  }
}

/** One random agent: judging a baseline is slow, since most expectations wait until they fail. */
function drawOne(agents: ReadonlyMap<string, Agent>, random: () => number): ReadonlyMap<string, Agent> {
  return new Map(shuffleItems([...agents], random).slice(0, 1))
}

type BenchPlan = Pick<
  Plan,
  'benchmark' | 'sandbox' | 'testers' | 'seed' | 'python' | 'concurrency' | 'testcode' | 'signal'
>

/** Opens what the trials of a validation share; closing the stack closes it. */
export async function openBench(plan: BenchPlan, stack: Cleanup): Promise<Bench> {
  const { path: folder } = stack.use(await scratchFolder('validate'))
  const testers = stack.use(new Testers(plan.testers))
  const { benchmark, sandbox, seed, python, signal } = plan
  const limits: TrialLimits = { trial: TRIAL, testcode: plan.testcode, start: 30_000, install: 300_000 }
  return {
    around: { benchmark, sandbox, seed, testers, python, limits, folder, signal },
    limit: pLimit(plan.concurrency),
  }
}

interface Faults {
  readonly written: readonly Fault[]
  readonly generated: readonly Mutant[]
  /** All mutants of the program. */
  readonly possible: readonly Mutant[]
}

/** Draws the faults of each mission. Each mission gets its share of generated faults; a sample is drawn over all missions. */
async function drawFaults(
  subjects: readonly Subject[],
  { generated, sample, sampleSeed }: Plan,
  random: () => number,
): Promise<ReadonlyMap<string, Faults>> {
  const written = subjects.flatMap(({ mission, proofs }) => proofs.faults.map((fault) => ({ id: mission.id, fault })))
  const chosen = sample === undefined ? written : shuffleItems(written, random).slice(0, sample)
  const each = sample === undefined ? generated : Math.min(generated, Math.ceil(sample / Math.max(1, subjects.length)))
  const faults = subjects.map(async ({ mission: { id }, canonical }) => {
    const possible = await allMutants(canonical.project.files)
    const own = chosen.filter((entry) => entry.id === id).map(({ fault }) => fault)
    return [id, { written: own, possible, generated: drawMutants(possible, each, sampleSeed) }] as const
  })
  return new Map(await Promise.all(faults))
}

type Part = Pick<Validation, 'solutions' | 'variety' | 'baselines' | 'redteam' | 'faults' | 'findings' | 'skipped'> & {
  readonly id: string
  readonly testcodes: number
  readonly seconds: number
}

/** Validates one mission. Faults are judged only if the canonical solution passes; otherwise they prove nothing. */
async function validateMission(
  subject: Subject,
  plan: Plan,
  bench: Bench,
  agents: Readonly<Record<'baselines' | 'cheats', ReadonlyMap<string, Agent>>>,
  faults: Faults | undefined,
): Promise<Part> {
  const began = performance.now()
  const { mission } = subject
  const rounds = roundsOf(plan.seed, plan.seeds)
  const first = judgeCanonical(subject, rounds.canonical, bench)
  const [canonical, { written, generated }, alternatives, baselines, cheats, materials, skeleton] = await Promise.all([
    first,
    first.then(async (judged) => {
      const sound = judged.result.problems.length === 0
      plan.say(`${mission.id}: ${sound ? 'its canonical solution passes' : 'its canonical solution does not pass'}`)
      const time = Math.max(FAULT_TESTCODE, FAULT_FACTOR * judged.slowest)
      return faults && sound ? judgeFaults(subject, faults, within(time, bench)) : NO_FAULTS
    }),
    judgeAlternatives(subject, rounds.others, bench),
    judgeBaselines(
      subject,
      agents.baselines,
      within(showsLate(plan, mission) ? FAULT_TESTCODE : BASELINE_TESTCODE, bench),
    ),
    judgeCheats(subject, agents.cheats, within(CHEAT_TESTCODE, bench)),
    materialFindings(subject, plan.signal),
    skeletonFindings(plan.benchmark, mission),
  ])
  const sound = canonical.result.problems.length === 0
  const seconds = (performance.now() - began) / 1000
  plan.say(`${mission.id}: validated in ${seconds.toFixed(0)} s`)
  return {
    id: mission.id,
    testcodes: countedTestcodes(mission).length,
    seconds,
    solutions: [canonical.result, ...alternatives.results],
    variety: canonical.variety === undefined ? [] : [canonical.variety],
    baselines: baselines.results,
    redteam: cheats.results,
    faults: [...written.results, ...generated],
    findings: [
      ...definitionFindings(subject),
      ...canonical.findings,
      ...materials,
      ...skeleton,
      ...baselines.findings,
      ...cheats.findings,
      ...written.findings,
      ...(faults ? staleEquivalents(subject, faults.possible) : []),
    ],
    skipped: [
      ...alternatives.skipped,
      ...baselines.skipped,
      ...cheats.skipped,
      ...skippedOf(subject, faults !== undefined && !sound),
    ],
  }
}

interface FaultsJudged {
  readonly written: WrittenResults
  readonly generated: readonly FaultResult[]
}

const NO_FAULTS: FaultsJudged = { written: { results: [], findings: [] }, generated: [] }

async function judgeFaults(subject: Subject, faults: Faults, bench: Bench): Promise<FaultsJudged> {
  const [written, generated] = await Promise.all([
    judgeWritten(subject, faults.written, bench),
    judgeGenerated(subject, faults.generated, bench),
  ])
  return { written, generated }
}

/** The same bench with less time for each testcode. */
export function within(milliseconds: number, { around, limit }: Bench): Bench {
  const testcode = Math.min(milliseconds, around.limits.testcode)
  return { around: { ...around, limits: { ...around.limits, testcode } }, limit }
}

function skippedOf({ mission, proofs }: Subject, withoutFaults: boolean): string[] {
  const excluded = Object.entries(mission.withheld ?? {}).map(([id, { reason }]) => `${id} (${reason})`)
  const scripts = proofs.materialsScript === undefined && mission.materials.length > 0
  return [
    ...(withoutFaults ? [`${mission.id}: its faults, because the canonical solution does not pass`] : []),
    ...(excluded.length > 0 ? [`${mission.id}: excluded testcodes: ${excluded.join(', ')}`] : []),
    ...(scripts ? [`${mission.id}: its materials, because there is no script that writes them`] : []),
  ]
}
