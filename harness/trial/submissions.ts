/** Pure: which submission counts, and what an agent is told of its projects. */
import type { CheckEntry, JudgedCall, Outcome, SubmissionEntry, Verdict } from '../contracts/schema.ts'
import { visibleSuites } from '../contracts/suites.ts'
import type {
  CheckedTestcode,
  CheckResult,
  Mission,
  Points,
  SubmissionResult,
  Submissions,
  SubmittedTestcode,
} from '../contracts/types.ts'
import { suiteTallies, tallyOf } from '../lib/statistics/trial-score.ts'

/** A judged project of a trial. */
export interface JudgedProject {
  readonly number: number
  readonly digest: string
  readonly judged: JudgedCall
}

/** What an agent has let judge, in numbers. */
export function entryOf({ number, digest, judged }: JudgedProject): CheckEntry & SubmissionEntry {
  const suites = suiteTallies(judged)
  const sum = (name: 'total' | 'passed' | 'unjudged') => suites.reduce((all, suite) => all + suite[name], 0)
  return {
    number,
    digest,
    outcome: judged.outcome,
    points: { total: sum('total'), passed: sum('passed'), unjudged: sum('unjudged') },
    score: lowerBound(judged),
    seconds: judged.seconds,
    at: judged.at,
  }
}

/** The score if all that is unjudged had failed; null if nothing could be earned. */
function lowerBound(judged: JudgedCall): number | null {
  const { passed, total } = tallyOf(judged)
  return total === 0 ? null : passed / total
}

/** Submissions of a trial that the harness may fail to judge for free. An agent that makes the machine fail gets no more of them. */
const FREE = 2

/** How many submissions are used up, of those with these outcomes; undefined is one that is not judged yet. */
export function usedUp(outcomes: readonly (Outcome | undefined)[]): number {
  const unjudged = outcomes.filter((outcome) => outcome === 'unjudged').length
  return outcomes.length - Math.min(unjudged, FREE)
}

/**
 * The submission whose verdicts are those of the trial; undefined if there is none.
 * @param all In the order in which they were made
 * @param returned The number of the project that the agent returned, if it was judged: it is the last one, even if the agent
 *   had submitted the same project before
 */
export function chosenOf<T extends JudgedProject>(
  all: readonly T[],
  counts: Submissions['counts'],
  returned: number | undefined,
): T | undefined {
  const known = all.filter(({ judged }) => judged.outcome !== 'unjudged')
  if (known.length === 0) return all.at(-1)
  if (counts === 'last') return known.find(({ number }) => number === returned) ?? known.at(-1)
  return known.reduce((best, each) => (score(each) > score(best) ? each : best))
}

function score({ judged }: JudgedProject): number {
  return lowerBound(judged) ?? 0
}

/** Characters of a reason and of what a project printed. */
const LONGEST_REASON = 2000
const LONGEST_LOG = 4000

/** What a submission leaves of those that the mission allows. */
export interface Quota {
  readonly left: number
  /** Whether this one is not counted. */
  readonly isFree: boolean
}

/** What an agent is told of a submission: nothing but what the mission shows. */
export function submissionResult(
  { number, judged }: JudgedProject,
  { left, isFree }: Quota,
  shows: Submissions['shows'],
): SubmissionResult {
  const all = [judged.runnable, ...judged.verdicts]
  return {
    number,
    left,
    outcome: judged.outcome,
    ...whyNotJudged(judged, isFree),
    testcodes: all.map((verdict) => shown(verdict, shows)),
    ...(shows.includes('points') ? { points: sumOf(all) } : {}),
  }
}

function shown({ testcode, status, limit, points, usage }: Verdict, shows: Submissions['shows']): SubmittedTestcode {
  return {
    testcode,
    ...(shows.includes('status') ? { status } : {}),
    ...(shows.includes('limit') && limit !== undefined ? { limit } : {}),
    ...(shows.includes('points') ? { points: { earned: points.earned, of: points.of } } : {}),
    ...(shows.includes('usage') && usage !== undefined ? { usage } : {}),
  }
}

function sumOf(verdicts: readonly Verdict[]): Points {
  const sum = (name: keyof Points) => verdicts.reduce((all, { points }) => all + points[name], 0)
  return { earned: sum('earned'), of: sum('of') }
}

/**
 * Before a project is launched, nothing of a testcode has reached it, so its own output and the reason are the agent's to see.
 * Why the harness could not judge it may name what is hidden.
 */
function whyNotJudged(judged: JudgedCall, isFree: boolean): Pick<SubmissionResult, 'reason' | 'log'> {
  const { outcome, reason, log, launched } = judged
  if (outcome === 'judged') return {}
  if (outcome === 'unjudged')
    return {
      reason: `the harness could not judge the project; ${isFree ? 'this submission does not use up one' : 'this submission used up one'}`,
    }
  if (launched) return { reason: 'the project could not be tested' }
  return { ...(reason === undefined ? {} : { reason: bounded(reason) }), ...(log ? { log: ending(log) } : {}) }
}

/** What an agent is told of a project on which it ran the visible suites. */
export function checkResult(mission: Mission, { number, judged }: JudgedProject): CheckResult {
  const verdicts = new Map(judged.verdicts.map((verdict) => [verdict.testcode, verdict]))
  return {
    number,
    outcome: judged.outcome,
    ...(judged.reason === undefined ? {} : { reason: bounded(judged.reason) }),
    runnable: checked(judged.runnable),
    suites: visibleSuites(mission).map(({ id, testcodes }) => ({
      suite: id,
      testcodes: testcodes.flatMap((testcode) => {
        const verdict = verdicts.get(testcode.id)
        return verdict === undefined ? [] : [checked(verdict)]
      }),
    })),
    log: ending(judged.log ?? ''),
  }
}

function checked({ testcode, status, points, limit, reason }: Verdict): CheckedTestcode {
  return {
    testcode,
    status,
    points,
    ...(limit === undefined ? {} : { limit }),
    ...(reason === undefined ? {} : { reason: bounded(reason) }),
  }
}

function bounded(text: string): string {
  return text.length > LONGEST_REASON ? `${text.slice(0, LONGEST_REASON)}…` : text
}

function ending(text: string): string {
  return text.slice(-LONGEST_LOG)
}

/** The mission as its visible suites pose it: they are the only ones that are judged, and that the project runs is worth nothing. */
export function visibleMission(mission: Mission): Mission {
  return {
    ...mission,
    runnable: 'condition',
    suites: visibleSuites(mission).map((suite) => ({ ...suite, visible: false })),
  }
}
