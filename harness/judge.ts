import { throwIfAborted, unlessAborted } from './deadline.ts'
import type { Answers, Status, Testcode, TrialKey, Verdict } from './schema.ts'
import type { Judgement, Mission, RunEvent, TestSession } from './types.ts'

export interface Judging {
  readonly key: TrialKey
  readonly mission: Mission
  readonly limits: { readonly trial: number }
  readonly emit: (event: RunEvent) => void
  readonly signal: AbortSignal
}

export interface AllVerdicts {
  readonly runnable: Verdict
  readonly verdicts: Verdict[]
}

/** The name under which the runnable point stands among the verdicts. */
const RUNNABLE = 'runnable'

/** All testcodes of a mission in order, after the runnable point. */
export async function judgeAll(judging: Judging, session: TestSession, answers: Answers): Promise<AllVerdicts> {
  const deadline = performance.now() + judging.limits.trial
  const runnable = await timed(judging, RUNNABLE, () => session.runnable())
  const verdicts = new Map<string, Verdict>()
  for (const testcode of judging.mission.testcodes) {
    const values = Object.hasOwn(answers, testcode.id) ? (answers[testcode.id] ?? {}) : {}
    const verdict = await timed(judging, testcode.id, async () => {
      if (performance.now() > deadline) return over(judging.limits.trial)
      return dependency(testcode, verdicts) ?? session.judge(testcode, values)
    })
    verdicts.set(testcode.id, verdict)
  }
  return { runnable, verdicts: [...verdicts.values()] }
}

/** The same verdict for everything, where nothing could be looked at. */
export function verdictsForAll(mission: Mission, status: Status, reason: string): AllVerdicts {
  const verdict = (testcode: string): Verdict => ({ testcode, status, reason, milliseconds: 0, evidence: {} })
  return { runnable: verdict(RUNNABLE), verdicts: mission.testcodes.map(({ id }) => verdict(id)) }
}

async function timed(judging: Judging, testcode: string, judge: () => Promise<Judgement>): Promise<Verdict> {
  throwIfAborted(judging.signal)
  const began = performance.now()
  const judgement = await unlessAborted(judge(), judging.signal)
  // What was seen while everything was being torn down says nothing of the project.
  throwIfAborted(judging.signal)
  const verdict: Verdict = { testcode, ...judgement, milliseconds: Math.round(performance.now() - began) }
  judging.emit({ type: 'verdict', trial: judging.key, verdict })
  return verdict
}

function over(limit: number): Judgement {
  return { status: 'timeout', reason: `the trial reached its limit of ${String(limit / 1000)} s before`, evidence: {} }
}

/** What a testcode gets when one that it needs did not pass; unknown stays unknown, unless another one is known. */
function dependency(testcode: Testcode, verdicts: ReadonlyMap<string, Verdict>): Judgement | undefined {
  const needed = testcode.needs.map((id) => verdicts.get(id)).filter((verdict) => verdict !== undefined)
  const open = needed.filter(({ status }) => status !== 'passed')
  const decisive = open.find((verdict) => !isUnknown(verdict)) ?? open[0]
  if (!decisive) return undefined
  const reason = `needs "${decisive.testcode}", which is ${decisive.status}`
  return { status: isUnknown(decisive) ? 'unjudged' : 'blocked', reason, evidence: {} }
}

function isUnknown({ status }: Verdict): boolean {
  return status === 'unjudged' || status === 'excluded'
}
