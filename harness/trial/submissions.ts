/** Pure: chooses the submission that counts, and makes the results that an agent sees. */
import type { JudgedCall, Outcome, SubmissionEntry, Verdict } from '../contracts/schema.ts'
import { isJudged } from '../contracts/points.ts'
import { visibleSuites } from '../contracts/suites.ts'
import type { LimitKind, SubmissionStatus } from '../contracts/vocabulary.ts'
import type {
  CheckedTestcode,
  CheckResult,
  Mission,
  Points,
  SubmissionResult,
  Submissions,
  SubmittedTestcode,
} from '../contracts/types.ts'
import { missionTally, suiteTallies } from '../lib/statistics/trial-score.ts'

/** A judged project of a trial. */
export interface JudgedProject {
  readonly number: number
  readonly digest: string
  /** The suite that a submission names. */
  readonly suite?: string | undefined
  readonly judged: JudgedCall
}

/** The entry of a judged project in the record of its trial. */
export function entryOf({ number, digest, suite, judged }: JudgedProject): SubmissionEntry {
  const suites = suiteTallies(judged)
  const sum = (name: 'total' | 'passed' | 'unjudged') => suites.reduce((all, suite) => all + suite[name], 0)
  return {
    number,
    digest,
    ...(suite === undefined ? {} : { suite }),
    outcome: judged.outcome,
    ...statusOf(judged),
    points: { total: sum('total'), passed: sum('passed'), unjudged: sum('unjudged') },
    score: lowerBound(judged),
    seconds: judged.seconds,
    at: judged.at,
  }
}

/** The status of a submission is that of its first point that was not accepted; unknown if only unjudged ones are left. */
function statusOf({ verdicts }: JudgedCall): Pick<SubmissionEntry, 'status'> {
  const known = verdicts.filter(({ status }) => isJudged(status))
  if (known.length === 0) return {}
  const bad = known.find(({ status }) => status !== 'passed')
  if (bad !== undefined) return { status: reasonOf(bad) }
  return verdicts.some(({ status }) => status === 'unjudged') ? {} : { status: 'accepted' }
}

const OF_LIMIT: Partial<Record<LimitKind, SubmissionStatus>> = {
  time: 'time limit exceeded',
  memory: 'memory limit exceeded',
  leak: 'memory leak',
  build: 'compile error',
}

function reasonOf({ status, limit }: Verdict): SubmissionStatus {
  const byLimit = limit === undefined ? undefined : OF_LIMIT[limit]
  if (byLimit !== undefined) return byLimit
  if (status === 'failed' || status === 'partial') return 'wrong answer'
  return status === 'error' && limit === undefined ? 'runtime error' : 'other'
}

/** The score if all unjudged points had failed; null if no points could be earned. */
function lowerBound(judged: JudgedCall): number | null {
  const { passed, total } = missionTally(judged)
  return total === 0 ? null : passed / total
}

/** Most unjudged submissions of a trial that do not count as used, so that an agent that makes the machine fail gains nothing. */
const FREE = 2

/** The number of used submissions, given their outcomes; undefined means not judged yet. */
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

/** One suite of a trial, and the submission whose verdicts of it count; undefined if nothing was submitted for it. */
export interface ChosenForSuite<T extends JudgedProject> {
  readonly suite: string
  readonly chosen: T | undefined
}

/** For each suite the submission that counts. Of two that are as good, the later one: its code is what the agent ended with. */
export function chosenBySuite<T extends JudgedProject>(
  suites: readonly string[],
  all: readonly T[],
): ChosenForSuite<T>[] {
  return suites.map((suite) => {
    const own = all.filter((each) => each.suite === suite || each.suite === undefined)
    const scored = own.map((each) => ({ ...each, judged: ofSuite(each.judged, suite) }))
    const best = chosenOf(scored.toReversed(), 'best', undefined)
    return { suite, chosen: own.find(({ number }) => number === best?.number) }
  })
}

/** The verdicts of one suite. Those of a submission that names a suite do not name it, and it has no others. */
export function ofSuite(judged: JudgedCall, suite: string): JudgedCall {
  const verdicts = judged.verdicts.filter((verdict) => verdict.suite === suite || verdict.suite === undefined)
  const { suites: _suites, ...rest } = judged
  return { ...rest, verdicts: verdicts.map(({ suite: _suite, ...verdict }) => verdict) }
}

function score({ judged }: JudgedProject): number {
  return lowerBound(judged) ?? 0
}

/** Most characters of a reason, and of a project's output. */
const LONGEST_REASON = 2000
const LONGEST_LOG = 4000

/** The remaining submissions. */
export interface Quota {
  readonly left: number
  /** Whether this submission does not count as used. */
  readonly isFree: boolean
}

/** The result of a submission, with only the fields that the mission shows to agents. */
export function submissionResult(
  { number, suite, judged }: JudgedProject,
  { left, isFree }: Quota,
  shows: Submissions['shows'],
): SubmissionResult {
  const all = [judged.runnable, ...judged.verdicts]
  return {
    number,
    ...(suite === undefined ? {} : { suite }),
    left,
    outcome: judged.outcome,
    ...whyNotJudged(judged, isFree),
    testcodes: all.map((verdict) => shown(verdict, shows)),
    ...(shows.includes('points') ? { points: sumOf(all) } : {}),
  }
}

/** The results of one project by several suites, as one. */
export function joinedResults([first, ...others]: readonly SubmissionResult[]): SubmissionResult {
  if (first === undefined) throw new TypeError('a project that was submitted has a result')
  const last = others.at(-1)
  if (last === undefined) return first
  const all = [first, ...others]
  const points = all.flatMap((result) => result.points ?? [])
  const sum = (name: keyof Points) => points.reduce((total, each) => total + each[name], 0)
  const { outcome, reason, log } = all.find((result) => result.outcome !== 'judged') ?? first
  return {
    number: last.number,
    left: last.left,
    outcome,
    ...(reason === undefined ? {} : { reason }),
    ...(log === undefined ? {} : { log }),
    testcodes: all.flatMap(({ testcodes }, index) => (index === 0 ? testcodes : testcodes.slice(1))),
    ...(points.length === 0 ? {} : { points: { earned: sum('earned'), of: sum('of') } }),
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
 * A project that was not launched has not met any testcode, so the agent may see its output and the reason. A reason why the
 * harness could not judge a project may contain hidden data, so the agent does not see it.
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

/** The result of running the visible suites on a project, for the agent. */
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

/** The mission with only its visible suites, and with a runnable point that is worth nothing. */
export function visibleMission(mission: Mission): Mission {
  return {
    ...mission,
    runnable: 'condition',
    suites: visibleSuites(mission).map((suite) => ({ ...suite, visible: false })),
  }
}
