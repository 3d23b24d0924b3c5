import { throwIfAborted, unlessAborted } from './deadline.ts'
import type { TrialInputs } from './inputs.ts'
import type { Answers, Status, Testcode, TrialKey, Verdict } from './schema.ts'
import type { Judgement, Mission, RunEvent, TestSession } from './types.ts'

export interface Judging {
  readonly key: TrialKey
  readonly mission: Mission
  readonly limits: { readonly trial: number }
  readonly emit: (event: RunEvent) => void
  readonly inputs: TrialInputs
  readonly signal: AbortSignal
  /** What is wrong with the machine, where what does not pass may be its doing. */
  readonly machineProblem?: () => Promise<string | undefined>
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
      const withheld = judging.mission.withheld?.[testcode.id]
      if (withheld) return { ...withheld, evidence: {} }
      if (performance.now() > deadline) return over(judging.limits.trial)
      return dependency(testcode, verdicts) ?? session.judge(testcode, values)
    })
    verdicts.set(testcode.id, verdict)
  }
  return settled(judging.mission, { runnable, verdicts: [...verdicts.values()] })
}

/**
 * A browser that goes once and not again may be the machine's doing. One that goes at several testcodes of a trial, while
 * a control page works each time, is the project's: a page that crashes whenever it is seen for the first time must not
 * take everything that it would fail out of the denominator.
 */
export function settled(mission: Mission, { runnable, verdicts }: AllVerdicts): AllVerdicts {
  const losses = [runnable, ...verdicts].filter(isLoss)
  if (losses.length < 2) return { runnable, verdicts }
  const settle = (verdict: Verdict): Verdict => {
    const reason = `${verdict.reason ?? ''}, but it went at ${String(losses.length)} testcodes of this trial`
    return isLoss(verdict) ? { ...verdict, status: 'error', reason } : verdict
  }
  const known = new Map<string, Verdict>()
  for (const [index, verdict] of verdicts.map(settle).entries()) {
    const testcode = mission.testcodes[index]
    const waited = verdict.status === 'unjudged' && verdict.attempts === undefined
    const changed = testcode && waited ? dependency(testcode, known) : undefined
    known.set(verdict.testcode, { ...verdict, ...changed })
  }
  return { runnable: settle(runnable), verdicts: [...known.values()] }
}

/** Judged twice, that is after a control page had worked, and with different results. */
function isLoss({ status, attempts = [] }: Verdict): boolean {
  return status === 'unjudged' && attempts.length > 1
}

/** The same verdict for everything that would have been judged, where nothing could be looked at. */
export function verdictsForAll(mission: Mission, status: Status, reason: string): AllVerdicts {
  const verdict = (testcode: string): Verdict => ({
    testcode,
    ...(mission.withheld?.[testcode] ?? { status, reason }),
    milliseconds: 0,
    evidence: {},
  })
  return { runnable: verdict(RUNNABLE), verdicts: mission.testcodes.map(({ id }) => verdict(id)) }
}

async function timed(judging: Judging, testcode: string, judge: () => Promise<Judgement>): Promise<Verdict> {
  throwIfAborted(judging.signal)
  const began = performance.now()
  judging.inputs.begin()
  const judgement = await unlessAborted(blamed(judging, judge()), judging.signal)
  // What was seen while everything was being torn down says nothing of the project.
  throwIfAborted(judging.signal)
  const milliseconds = Math.round(performance.now() - began)
  const verdict: Verdict = { testcode, ...reproducible(judgement, judging.inputs), milliseconds }
  judging.emit({ type: 'verdict', trial: judging.key, verdict })
  return verdict
}

/** What did not pass says what was drawn for it, so that a person can do the same by hand. */
function reproducible(judgement: Judgement, inputs: TrialInputs): Judgement {
  const given = inputs.draws()
  if (judgement.status === 'passed' || Object.keys(given).length === 0) return judgement
  return { ...judgement, evidence: { ...judgement.evidence, given } }
}

/** A verdict that the machine's own trouble may have brought about is none. */
async function blamed({ machineProblem }: Judging, judging: Promise<Judgement>): Promise<Judgement> {
  const judgement = await judging
  if (judgement.status === 'passed' || isUnknown(judgement)) return judgement
  const problem = await machineProblem?.()
  if (problem === undefined) return judgement
  return {
    ...judgement,
    status: 'unjudged',
    reason: `${problem}; before that: ${judgement.reason ?? judgement.status}`,
  }
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

function isUnknown({ status }: Pick<Verdict, 'status'>): boolean {
  return status === 'unjudged' || status === 'excluded'
}
