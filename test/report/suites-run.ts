/** A run of missions with two suites of different weight, testcodes worth 1 to 10 points, submissions, checks and measures. */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isJudged, pointsFor } from '../../harness/contracts/points.ts'
import {
  SCHEMA_VERSION,
  type CheckEntry,
  type MeasuresRecord,
  type RunRecord,
  type Scoring,
  type Status,
  type SubmissionEntry,
  type TrialKey,
  type TrialRecord,
  type Verdict,
} from '../../harness/contracts/schema.ts'
import { pointTally, tallyOf } from '../../harness/lib/statistics/trial-score.ts'
import type { MissionView } from '../../harness/reporters/setup.ts'
import { RunStore } from '../../harness/store/store.ts'
import { keyOf, runOf, verdictOf } from '../helpers.ts'

export const SUITES_RUN_ID = '2025-02-01T00-00-00-abcdef'

export const SUITES = [
  { id: 'cases', tester: 'lines', weight: 0.8 },
  { id: 'style', tester: 'lines', weight: 0.2 },
] as const

const WORTH = { 'case-1': 1, 'case-2': 3, 'case-3': 6, 'case-4': 10, readme: 2, comment: 1 } as const
const CASES = 4
const TESTCODES = Object.keys(WORTH).map((id, index) => ({ id, suite: index < CASES ? 'cases' : 'style' }))

const LETTERS: Readonly<Record<string, Status>> = {
  p: 'passed',
  h: 'partial',
  f: 'failed',
  t: 'timeout',
  e: 'error',
  u: 'unjudged',
  x: 'excluded',
}

/** Agent, mission, sample, and its verdicts: that it runs, four cases, two of style. */
const TRIALS = [
  ['careful', 'sort', 1, 'pppphpp'],
  ['careful', 'sort', 2, 'ppppppp'],
  ['careful', 'sum', 1, 'ppptppf'],
  ['careful', 'sum', 2, 'pppppup'],
  ['hasty', 'sort', 1, 'pphehff'],
  ['hasty', 'sort', 2, 'pphtffp'],
  ['hasty', 'sum', 1, 'pfffffx'],
  ['hasty', 'sum', 2, 'ppffhfp'],
] as const

export const suitesKey = (agent: string, mission: string, sample: number) =>
  keyOf({ agent, mission, sample, variant: 'plain' })
export const PARTIAL_TRIAL = suitesKey('hasty', 'sort', 1).id
export const SUBMITTED_TRIAL = suitesKey('careful', 'sort', 1).id

/** Half of the points if partial; a limit and what was used if it took too long. */
function verdictIn(testcode: string, suite: string, status: Status, of: number): Verdict {
  const usage = suite === 'cases' && isJudged(status) ? { usage: { seconds: 0.4215, memoryMiB: 12.5 } } : {}
  return verdictOf(testcode, status, {
    suite,
    points: pointsFor(status, of, of / 2),
    milliseconds: 420,
    ...usage,
    ...(status === 'timeout' ? { limit: 'time' } : {}),
    ...(status === 'error' ? { limit: 'memory' } : {}),
    ...(status === 'passed' ? {} : { reason: `printed "9" instead of "10" (${testcode})` }),
  })
}

/** @param letters Of the runnable condition, then of the testcodes */
export function suitesRecord(key: TrialKey, letters: string, scoring: Scoring = 'mean'): TrialRecord {
  const statuses = Array.from(letters, (letter) => LETTERS[letter] ?? 'passed')
  return {
    schemaVersion: SCHEMA_VERSION,
    trial: key,
    outcome: 'judged',
    suites: [...SUITES],
    scoring,
    runnable: verdictIn('runnable', 'cases', statuses[0] ?? 'passed', 0),
    verdicts: TESTCODES.map(({ id, suite }, index) =>
      verdictIn(id, suite, statuses[index + 1] ?? 'passed', WORTH[id as keyof typeof WORTH]),
    ),
    stages: { generate: 9000, freeze: 3, launch: 200, judge: 3000 },
    seconds: 12.2,
    startedAt: '2025-02-01T00:00:00.000Z',
    log: '',
  }
}

/** The run record of these trials. */
export function suitesRunOf(keys: readonly TrialKey[]): RunRecord {
  const plain = runOf(keys, { runId: SUITES_RUN_ID })
  const missions = plain.benchmark.missions.map((mission) => ({
    ...mission,
    kind: 'batch' as const,
    testcodes: TESTCODES.map((testcode) => ({ ...testcode, expects: `What ${testcode.id} should print.` })),
    suites: [...SUITES],
  }))
  return { ...plain, benchmark: { ...plain.benchmark, name: 'lines', missions } }
}

export function suitesTrials(): TrialRecord[] {
  return TRIALS.map(([agent, mission, sample, letters]) => {
    const record = suitesRecord(suitesKey(agent, mission, sample), letters)
    return record.trial.id === SUBMITTED_TRIAL ? { ...record, ...feedbackOf(record) } : record
  })
}

function feedbackOf(record: TrialRecord): Pick<TrialRecord, 'submissions' | 'checks'> {
  const last = pointTally(record)
  const entry = (number: number, seconds: number, passed: number): CheckEntry => ({
    number,
    digest: `${String(number)}a5c${'0'.repeat(60)}`,
    outcome: 'judged',
    points: { total: last.total, passed, unjudged: 0 },
    score: passed / last.total,
    seconds: 3.1,
    at: new Date(Date.parse(record.startedAt) + seconds * 1000).toISOString(),
  })
  const submissions: SubmissionEntry[] = [
    entry(1, 12, 4.5),
    { ...entry(2, 95, 0), outcome: 'not-launched' },
    { ...entry(3, 190, last.passed), score: tallyOf(record).passed, counts: true },
    entry(4, 260, 14),
  ]
  const checks = [5, 60].map((seconds, index) => ({
    ...entry(index + 1, seconds, index),
    points: { total: 1, passed: index, unjudged: 0 },
    score: index,
  }))
  return { submissions, checks }
}

export const RUN_MEASURES: MeasuresRecord = {
  schemaVersion: SCHEMA_VERSION,
  measures: [
    { name: 'mean-bytes', measure: { scored: true, value: 183.25, unit: 'B', better: 'lower', detail: { of: 8 } } },
    { name: 'agreement', measure: { scored: false, reason: 'there is one judge' } },
  ],
}

export function trialMeasures(index: number): MeasuresRecord {
  const measure = index % 3 === 2 ? ({ scored: false, reason: 'it has no comments' } as const) : undefined
  return {
    schemaVersion: SCHEMA_VERSION,
    measures: [
      { name: 'bytes', measure: { scored: true, value: 100 + index, unit: 'B', better: 'lower' } },
      { name: 'comments', measure: measure ?? { scored: true, value: index / 3, better: 'higher' } },
    ],
  }
}

export function suitesMissionView(): Promise<MissionView> {
  return Promise.resolve({ parameters: {}, testcodes: TESTCODES, canonical: undefined })
}

/** Written to disk as a run writes it. */
export async function writeSuitesRun(root: string): Promise<{ folder: string; run: RunRecord; trials: TrialRecord[] }> {
  const trials = suitesTrials()
  const run = suitesRunOf(trials.map(({ trial }) => trial))
  await using store = await RunStore.create(root, run)
  for (const [index, record] of trials.entries()) {
    const trial = store.trial(record.trial)
    await trial.writeRecord(record)
    await writeFile(path.join(trial.folder, 'measures.json'), JSON.stringify(trialMeasures(index)))
  }
  await store.writeMeasures(RUN_MEASURES)
  return { folder: store.folder, run, trials }
}
