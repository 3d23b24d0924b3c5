import path from 'node:path'
import { Interrupted } from '../../errors.ts'
import { removeFolder } from '../../lib/files/remove.ts'
import type { TrialKey, TrialRecord, Verdict, SandboxName } from '../../contracts/schema.ts'
import { TrialStore } from '../../store/store.ts'
import type { Testers } from '../../testers/index.ts'
import { runTrial, type TrialLimits } from '../../trial/trial.ts'
import type { Agent, Benchmark, Canonical, Mission, Python } from '../../contracts/types.ts'

/** A solution that is judged once, as in any run. */
export interface Judging {
  /** With those of its testcodes that are wanted. */
  readonly mission: Mission
  readonly testcodes: unknown
  readonly agent: Agent
  /** Instead of that of the surroundings. */
  readonly seed?: string
  /** Nothing more is judged once there is such a verdict. */
  readonly stopAt?: (verdict: Verdict) => boolean
}

export interface Surroundings {
  readonly benchmark: Benchmark
  readonly sandbox: SandboxName
  /** From which inputs are drawn. */
  readonly seed: string
  readonly testers: Testers
  readonly python: Python
  readonly limits: TrialLimits
  /** For what trials leave, which nobody looks at. */
  readonly folder: string
  readonly signal: AbortSignal
}

/** What came out of it. */
export interface Judged {
  readonly outcome: TrialRecord['outcome']
  /** Where the project was not judged. */
  readonly reason: string | undefined
  /** The runnable point first; those of testcodes that were not reached any more are missing. */
  readonly verdicts: readonly Verdict[]
}

let judged = 0

/** @throws Interrupted where the validation was stopped */
export async function judge(judging: Judging, around: Surroundings): Promise<Judged> {
  const { mission, testcodes, agent, seed = around.seed, stopAt } = judging
  judged += 1
  const folder = path.join(around.folder, String(judged))
  const stop = new AbortController()
  const seen: Verdict[] = []
  const { id } = mission
  const key: TrialKey = { id, mission: id, agent: agent.name, variant: 'L2.direct', sample: 1 }
  try {
    const { outcome, reason, runnable, verdicts } = await runTrial({
      ...around,
      key,
      mission,
      testcodes,
      agent,
      seed,
      tester: around.testers.for(mission),
      store: new TrialStore(folder),
      installNetwork: 'registry',
      protocol: 'default',
      withoutEvidence: true,
      signal: AbortSignal.any([around.signal, stop.signal]),
      emit: (event) => {
        if (event.type !== 'verdict') return
        seen.push(event.verdict)
        if (stopAt?.(event.verdict) === true) stop.abort(new Interrupted('it is known now'))
      },
    })
    return { outcome, reason, verdicts: [runnable, ...verdicts] }
  } catch (error) {
    if (around.signal.aborted || !stop.signal.aborted) throw error
    return { outcome: 'judged', reason: undefined, verdicts: seen }
  } finally {
    await removeFolder(folder)
  }
}

/** The project was looked at, and did not do it. What is unknown is no such thing. */
export function isMissed({ status }: Pick<Verdict, 'status'>): boolean {
  return !['passed', 'unjudged', 'excluded'].includes(status)
}

/** Stands for somebody who gives this solution. */
export function giver(name: string, { project, answers }: Canonical): Agent {
  return { name, generate: () => Promise.resolve(project), answer: () => Promise.resolve(answers) }
}

/** The same mission with only some of its testcodes, and all that these need. */
export function narrowed(mission: Mission, wanted: (testcode: Mission['testcodes'][number]) => boolean): Mission {
  const kept = new Set<string>()
  // What a testcode needs stands before it.
  for (const testcode of mission.testcodes.toReversed()) {
    if (!wanted(testcode) && !kept.has(testcode.id)) continue
    for (const id of [testcode.id, ...testcode.needs]) kept.add(id)
  }
  return { ...mission, testcodes: mission.testcodes.filter(({ id }) => kept.has(id)) }
}
