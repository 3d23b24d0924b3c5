/** Pure: verdicts → numbers. `points` and `score` are of judged points only; unjudged ones are counted beside them, and in `bounds`. */
import {
  SCHEMA_VERSION,
  STATUSES,
  type Counts,
  type Group,
  type Measured,
  type Outcome,
  type RunRecord,
  type Status,
  type Summary,
  type Tally,
  type TrialKey,
  type TrialRecord,
  type Unmeasured,
} from '../contracts/schema.ts'
import { drawsInputs } from '../contracts/drawn.ts'
import { groupBy } from '../lib/collections/group-by.ts'
import { medianLedger, runLedger } from '../lib/statistics/ledger.ts'
import { pool as poolTallies, type Tally as PointTally } from '../lib/statistics/clusters.ts'
import { partsOf, unscoredOf } from '../lib/statistics/parts.ts'
import { scoreInterval } from '../lib/statistics/bootstrap.ts'
import { judgedScore, missingPart, missionTally, suiteTallies, type SuiteTally } from '../lib/statistics/trial-score.ts'
import { clustersOf, triesOf } from '../lib/statistics/tries.ts'
import { addUse } from '../lib/statistics/use.ts'
import { excludedOf } from '../lib/statistics/excluded.ts'

export interface SummaryPlace {
  readonly folder: string
  readonly report: string
  /** Wall time of the run, seconds. */
  readonly seconds: number
  /** True: `seconds` is only the part of it that is known, so it cannot be divided among the trials. */
  readonly wallTimeIsUnknown?: boolean
  readonly unmeasured?: readonly Unmeasured[]
  readonly measured?: readonly Measured[]
  /** If this process ran its trials. */
  readonly concurrency?: Summary['concurrency']
}

export function summarise(run: RunRecord, trials: readonly TrialRecord[], place: SummaryPlace): Summary {
  const records = groupBy(trials, ({ trial }) => groupName(trial))
  const excluded = excludedOf(trials)
  return {
    schemaVersion: SCHEMA_VERSION,
    runId: run.runId,
    folder: place.folder,
    report: place.report,
    benchmark: run.benchmark.name,
    sandbox: run.settings.sandbox,
    ...(run.settings.seed === undefined || !drawsInputs(run) ? {} : { seed: run.settings.seed }),
    ...pool(trials, pendingOf(run.trials, trials, run)),
    seconds: round(place.seconds),
    incomplete: trials.length < run.trials.length,
    flaky: trials.flatMap(({ trial, repeats }) =>
      (repeats?.flaky ?? []).map(({ testcode, verdicts }) => ({
        trial: trial.id,
        testcode,
        statuses: verdicts.map(({ status }) => status),
      })),
    ),
    again: trials.flatMap(({ trial, attempts = [] }) => {
      const doubt = attempts.find((attempt) => attempt.doubt !== undefined)?.doubt
      return doubt === undefined ? [] : [{ trial: trial.id, doubt, outcomes: attempts.map(({ outcome }) => outcome) }]
    }),
    ...(excluded.length === 0 ? {} : { excluded }),
    ...(place.unmeasured === undefined || place.unmeasured.length === 0 ? {} : { unmeasured: [...place.unmeasured] }),
    ...(place.measured === undefined || place.measured.length === 0 ? {} : { measured: [...place.measured] }),
    ...(place.concurrency === undefined ? {} : { concurrency: place.concurrency }),
    ...(place.wallTimeIsUnknown === true ? {} : ledgerOf(trials, place.seconds)),
    groups: [...groupBy(run.trials, groupName)].map(([name, keys]) => groupOf(keys, records.get(name) ?? [], run)),
  }
}

/** Absent if it is unknown. */
function ledgerOf(trials: readonly TrialRecord[], seconds: number): Pick<Summary, 'ledger'> {
  const run = runLedger(trials, seconds)
  return run === undefined ? {} : { ledger: { run, median: medianLedger(trials) } }
}

type Pool = Omit<Group, 'agent' | 'variant' | 'samples' | 'missions' | 'unjudged'> & { readonly unjudged: number }

/** Trials that have not ended. */
interface Pending {
  readonly trials: number
  readonly points: number
}

function pendingOf(keys: readonly TrialKey[], records: readonly TrialRecord[], { benchmark }: RunRecord): Pending {
  const ended = new Set(records.map(({ trial }) => trial.id))
  const open = keys.filter(({ id }) => !ended.has(id))
  const worth = new Map(
    // Older runs do not record the points of a mission: then each testcode and the runnable point are worth one.
    benchmark.missions.map(({ id, points, testcodes }) => [id, points ?? testcodes.length + 1]),
  )
  return { trials: open.length, points: open.reduce((sum, { mission }) => sum + (worth.get(mission) ?? 0), 0) }
}

function pool(trials: readonly TrialRecord[], pending: Pending): Pool {
  const testcodes = countStatuses(trials.flatMap(({ verdicts }) => verdicts.map(({ status }) => status)))
  const runnable = countStatuses(trials.map((trial) => trial.runnable.status))
  const points = judgedPoints(trials)
  const clusters = clustersOf(trials)
  return {
    trials: trials.length,
    testcodes,
    runnable: judgedTally(runnable),
    points: { total: points.total, passed: points.passed },
    unjudged: points.unjudged,
    score: scoreOf(trials, points),
    bounds: boundsOf(clusters, trials.some(({ scoring }) => scoring === 'mean') ? pending.trials : pending.points),
    ...(pending.trials === 0 ? {} : { pending: { ...pending } }),
    interval: scoreInterval(clusters),
    ...scoredParts(trials),
    ...useOf(trials),
    ...feedbackOf(trials),
    seconds: round(trials.reduce((sum, { seconds }) => sum + seconds, 0)),
  }
}

/** The parts of the missions that are in the score, so that it is their weighted mean, and the missions that are not. */
function scoredParts(trials: readonly TrialRecord[]): Pick<Group, 'execution' | 'review' | 'unscored'> {
  const unscored = unscoredOf(trials)
  if (unscored.length === 0) return partsOf(trials)
  return { ...partsOf(trials.filter((trial) => missingPart(trial) === undefined)), unscored }
}

/** Absent if no agent let anything judge while it worked. */
function feedbackOf(trials: readonly TrialRecord[]): Pick<Group, 'feedback'> {
  const submissions = trials.reduce((sum, trial) => sum + (trial.submissions?.length ?? 0), 0)
  const checks = trials.reduce((sum, trial) => sum + (trial.checks?.length ?? 0), 0)
  return submissions + checks === 0 ? {} : { feedback: { submissions, checks } }
}

/** Absent if no agent used anything that is counted. */
function useOf(trials: readonly TrialRecord[]): Pick<Group, 'use'> {
  const parts = trials.map(({ agent }) => agent).filter((use) => use !== undefined && use.calls > 0)
  return parts.length === 0 ? {} : { use: addUse(parts.filter((use) => use !== undefined)) }
}

function countStatuses(statuses: readonly Status[]): Counts {
  const counts = Object.fromEntries(STATUSES.map((status) => [status, 0])) as Record<Status, number>
  for (const status of statuses) counts[status] += 1
  return { total: statuses.length, ...counts }
}

/** Without `unjudged`, which reporters show as not passed, and without `excluded`, which no score contains. */
function judgedTally({ total, passed, unjudged, excluded }: Counts): Tally {
  return { total: total - unjudged - excluded, passed }
}

/** Judged points, earned points, and separately the unknown points. */
function judgedPoints(trials: readonly TrialRecord[]): { total: number; passed: number; unjudged: number } {
  const suites = trials.flatMap(suiteTallies)
  const sum = (value: (suite: SuiteTally) => number) => suites.reduce((all, suite) => all + value(suite), 0)
  return {
    total: sum(({ judged }) => judged),
    passed: sum(({ passed }) => passed),
    unjudged: sum(({ unjudged }) => unjudged),
  }
}

/** Earned points / judged points or, if a run takes the mean of its missions, the mean of the scores of its trials. */
function scoreOf(trials: readonly TrialRecord[], { total, passed }: Tally): number | null {
  if (trials.every(({ scoring }) => scoring !== 'mean')) return ratio(passed, total)
  const scores = trials.map(judgedScore).filter((score) => score !== null)
  return ratio(
    scores.reduce((all, score) => all + score, 0),
    scores.length,
  )
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}

/**
 * The score if all unknown points had failed, and if all had passed. Rounded, because sums of fractions may exceed 1.
 * @param pending The points of the trials that have not ended
 */
function boundsOf(clusters: readonly PointTally[], pending: number): [number, number] | null {
  const { passed, total } = poolTallies(clusters)
  if (total === 0) return null
  const unknown = clusters.reduce((all, { unjudged = 0 }) => all + unjudged, pending)
  return [passed / (total + pending), Math.min(1, (passed + unknown) / (total + pending))]
}

/** One group for each agent × variant, in the order in which they first appear. */
function groupName({ agent, variant }: TrialKey): string {
  return JSON.stringify([agent, variant])
}

function groupOf(keys: readonly TrialKey[], records: readonly TrialRecord[], run: RunRecord): Group {
  const { samples } = run.settings
  const [first] = keys
  if (!first) throw new TypeError('a group has at least one trial')
  const { agent, variant } = first
  const ended = groupBy(records, ({ trial }) => trial.mission)
  const wanted = groupBy(keys, ({ mission }) => mission)
  const tries = triesOf(records, { samples, missions: wanted.size })
  const missions = [...wanted].map(([id, each]) => missionRow(each, ended.get(id) ?? [], run))
  return { agent, variant, samples, ...pool(records, pendingOf(keys, records, run)), tries, missions }
}

function missionRow(
  keys: readonly TrialKey[],
  records: readonly TrialRecord[],
  run: RunRecord,
): Group['missions'][number] {
  const { points, unjudged, seconds, score, pending } = pool(records, pendingOf(keys, records, run))
  const isMean = records.some(({ scoring }) => scoring === 'mean')
  const open = isMean ? pending?.trials : pending?.points
  const wanted = keys.length
  const outcomes: Outcome[] = records.map(({ outcome }) => outcome)
  if (records.length < wanted) outcomes.push('pending')
  const outcome = outcomes.find((each) => each !== 'judged') ?? 'judged'
  const suites = suiteRows(records)
  return {
    id: keys[0]?.mission ?? '',
    points,
    unjudged,
    score,
    // A mission that is not in the score of the run has an interval of its own.
    bounds: boundsOf(records.map(missionTally), open ?? 0),
    ...partsOf(records),
    ...(pending === undefined ? {} : { pending }),
    ...(suites.length > 1 ? { suites } : {}),
    outcome,
    seconds,
    tries: triesOf(records, { samples: wanted, missions: 1 }),
  }
}

/** The suites of a mission over all samples. */
function suiteRows(records: readonly TrialRecord[]): NonNullable<Group['missions'][number]['suites']> {
  const suites = groupBy(records.flatMap(suiteTallies), ({ suite = '' }) => suite)
  return [...suites].map(([id, all]) => {
    const sum = (value: (suite: SuiteTally) => number) => all.reduce((whole, suite) => whole + value(suite), 0)
    const [passed, unjudged] = [sum((suite) => suite.passed), sum((suite) => suite.unjudged)]
    const judged = sum((suite) => suite.judged)
    return {
      id,
      weight: all[0]?.weight ?? 1,
      points: { total: judged, passed },
      unjudged,
      score: ratio(passed, judged),
    }
  })
}

/** To milliseconds: more digits would only be noise. */
function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}
