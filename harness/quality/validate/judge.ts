import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { Interrupted } from '../../errors.ts'
import { removeFolder } from '../../lib/files/remove.ts'
import type { AgentFaultKind, TrialKey, TrialRecord, Verdict, SandboxName } from '../../contracts/schema.ts'
import { TrialStore } from '../../store/store.ts'
import { countedSuites, countedTestcodes } from '../../contracts/suites.ts'
import type { Testers } from '../../testers/index.ts'
import type { AgentServices } from '../../trial/agent-context.ts'
import { runTrial, type TrialLimits } from '../../trial/trial.ts'
import type { Agent, Benchmark, Mission, Python, Testcode } from '../../contracts/types.ts'

/** Id of a suite → its testcodes. */
export type Testcodes = ReadonlyMap<string, unknown>

/** A solution to judge once, as in any run. */
export interface Judging {
  /** May have only some of its testcodes. */
  readonly mission: Mission
  readonly testcodes: Testcodes
  readonly agent: Agent
  /** Replaces the seed of the surroundings. */
  readonly seed?: string
  /** Where its files stay; by default they are removed afterwards. */
  readonly folder?: string
  /** Stops after the first verdict for which it returns true. */
  readonly stopAt?: (verdict: Verdict) => boolean
}

export interface Surroundings {
  readonly benchmark: Benchmark
  readonly sandbox: SandboxName
  /** Inputs are drawn from it. */
  readonly seed: string
  readonly testers: Testers
  /** For agents that call a model; none by default. */
  readonly services?: AgentServices
  readonly python: Python
  readonly limits: TrialLimits
  /** For the files of trials, which are removed afterwards. */
  readonly folder: string
  readonly signal: AbortSignal
}

/** The result of judging a solution. */
export interface Judged {
  readonly outcome: TrialRecord['outcome']
  /** Why the project was not judged; otherwise undefined. */
  readonly reason: string | undefined
  /** Why the agent gave no project; otherwise undefined. */
  readonly fault?: AgentFaultKind | undefined
  /** The runnable point first; verdicts after `stopAt` are missing. */
  readonly verdicts: readonly Verdict[]
}

/** @throws Interrupted if the validation is stopped */
export async function judge(judging: Judging, around: Surroundings): Promise<Judged> {
  const { mission, testcodes, agent, seed = around.seed, stopAt } = judging
  const folder = judging.folder ?? path.join(around.folder, randomUUID())
  const stop = new AbortController()
  const seen: Verdict[] = []
  const { id } = mission
  const key: TrialKey = { id, mission: id, agent: agent.name, variant: 'L2.direct', sample: 1 }
  try {
    const { outcome, reason, fault, runnable, verdicts } = await runTrial({
      ...around,
      key,
      mission,
      suites: mission.suites.map((suite) => ({
        suite,
        tester: around.testers.for(suite),
        testcodes: testcodes.get(suite.id),
      })),
      testerServices: around.testers.services,
      agent,
      seed,
      store: new TrialStore(folder, around.services?.redactor),
      installNetwork: 'registry',
      protocol: 'default',
      withoutEvidence: true,
      signal: AbortSignal.any([around.signal, stop.signal]),
      emit: (event) => {
        if (event.type !== 'verdict') return
        seen.push(event.verdict)
        if (stopAt?.(event.verdict) === true) stop.abort(new Interrupted('the outcome is known'))
      },
    })
    return { outcome, reason, fault, verdicts: [runnable, ...verdicts] }
  } catch (error) {
    if (around.signal.aborted || !stop.signal.aborted) throw error
    return { outcome: 'judged', reason: undefined, fault: undefined, verdicts: seen }
  } finally {
    if (judging.folder === undefined) await removeFolder(folder)
  }
}

/** Whether the project was judged and did not pass; an unknown verdict does not count. */
export function isMissed({ status }: Pick<Verdict, 'status'>): boolean {
  return !['passed', 'unjudged', 'excluded'].includes(status)
}

/** A mission with only the wanted testcodes and those that they need. */
export function narrowMission(mission: Mission, wanted: (testcode: Testcode) => boolean): Mission {
  const kept = new Set<string>()
  // A testcode comes after those that it needs.
  for (const testcode of countedTestcodes(mission).toReversed()) {
    if (!wanted(testcode) && !kept.has(testcode.id)) continue
    for (const id of [testcode.id, ...(testcode.needs ?? [])]) kept.add(id)
  }
  const suites = countedSuites(mission).map((suite) => ({
    ...suite,
    testcodes: suite.testcodes.filter(({ id }) => kept.has(id)),
  }))
  return { ...mission, suites: suites.filter(({ testcodes }) => testcodes.length > 0) }
}
