import {
  STATUSES,
  type Group,
  type Interval,
  type RunRecord,
  type TrialRecord,
  type Verdict,
  type CheckEntry,
  type MeasureRow,
  type SubmissionEntry,
} from '../../contracts/schema.ts'
import { isOnePoint, judgedScore, suiteTallies } from '../../lib/statistics/trial-score.ts'
import { verdictsOf } from '../../lib/statistics/tries.ts'
import type { RunResult } from './format.ts'
import { trialCells, trialColumns, variantCells, variantColumns, type Cell, type Sheet } from './columns.ts'

/** The results of a run, as tables. */
export function sheetsOf(result: RunResult): readonly Sheet[] {
  const always = [summarySheet, missionsSheet, trialsSheet, testcodesSheet, scoresSheet]
  return [...always.map((sheet) => sheet(result)), ...furtherSheets(result)]
}

/** One row for each agent, level and mode. */
function summarySheet({ run, summary }: RunResult): Sheet {
  const columns = variantColumns(run)
  return {
    name: 'summary',
    columns: [
      ...['run', 'agent', ...columns, 'samples', 'trials', 'passed', 'judged', 'score', 'score from', 'score to'],
      ...['if all unjudged failed', 'if all unjudged passed', 'runnable passed', 'runnable judged', 'testcodes'],
      ...STATUSES,
      'seconds',
    ],
    rows: () =>
      summary.groups.map((group) => [
        ...[run.runId, group.agent, ...variantCells(group.variant, columns), group.samples, group.trials],
        ...[group.points.passed, group.points.total, group.score, ...ends(group.interval)],
        ...(group.bounds ?? [null, null]),
        ...[group.runnable.passed, group.runnable.total, group.testcodes.total],
        ...STATUSES.map((status) => group.testcodes[status]),
        group.seconds,
      ]),
  }
}

function ends(interval: Interval | null): readonly [number | null, number | null] {
  return [interval?.low ?? null, interval?.high ?? null]
}

function trialsSheet({ run, trials }: RunResult): Sheet {
  return {
    name: 'trials',
    columns: [...trialColumns(run), 'outcome', 'reason', 'passed', 'judged', 'score', 'seconds', 'started'],
    *rows() {
      for (const trial of trials) {
        const suites = suiteTallies(trial)
        const passed = suites.reduce((sum, suite) => sum + suite.passed, 0)
        const judged = suites.reduce((sum, suite) => sum + suite.judged, 0)
        const { outcome, reason, seconds, startedAt } = trial
        const result = [outcome, reason ?? null, passed, judged, judgedScore(trial), seconds, startedAt]
        yield [...trialCells(run, trial), ...result]
      }
    },
  }
}

/** One row for each verdict; the runnable point is one of them. */
export function testcodesSheet({ run, trials }: RunResult): Sheet {
  const known = new Map(
    run.benchmark.missions.flatMap(({ id, testcodes }) =>
      testcodes.map((testcode) => [JSON.stringify([id, testcode.id]), testcode] as const),
    ),
  )
  const more = hasMore(trials)
  const row = (trial: TrialRecord, verdict: Verdict): Cell[] => {
    const { testcode, status, reason, milliseconds } = verdict
    const about = known.get(JSON.stringify([trial.trial.mission, testcode]))
    const where = [about?.page ?? null, about?.function ?? null]
    const again = trial.repeats?.flaky.find((each) => each.testcode === testcode)?.verdicts ?? []
    const flaky = again.length === 0 ? null : again.map((each) => each.status).join(', ')
    return [
      ...trialCells(run, trial),
      testcode,
      ...where,
      status,
      reason ?? null,
      milliseconds,
      flaky,
      about?.expects ?? null,
      ...(more ? moreCells(verdict) : []),
    ]
  }
  return {
    name: 'testcodes',
    columns: [
      ...trialColumns(run),
      'testcode',
      'page',
      'function',
      'status',
      'reason',
      'milliseconds',
      'flaky',
      'expects',
      ...(more ? MORE : []),
    ],
    *rows() {
      for (const trial of trials) for (const verdict of verdictsOf(trial)) yield row(trial, verdict)
    },
  }
}

/** Whether verdicts have more than a status: suites, points other than 0 or 1, or resource usage. */
function hasMore(trials: readonly TrialRecord[]): boolean {
  return trials.some((trial) =>
    verdictsOf(trial).some(
      (verdict) => verdict.suite !== undefined || verdict.usage !== undefined || !isOnePoint(verdict),
    ),
  )
}

const MORE = ['suite', 'earned', 'points', 'limit', 'seconds used', 'MiB used']

/** An excluded testcode is in no score: it has no points. */
function moreCells({ suite, status, points, limit, usage }: Verdict): Cell[] {
  const used = [usage?.seconds ?? null, usage?.memoryMiB ?? null]
  const worth = status === 'excluded' ? [null, null] : [points.earned, points.of]
  return [suite ?? null, ...worth, limit ?? null, ...used]
}

/** One row for each agent, level, mode and mission, over all samples. */
function missionsSheet({ run, summary }: RunResult): Sheet {
  const at = [...new Set(summary.groups.flatMap(({ tries }) => tries?.at.map(({ k }) => k) ?? []))]
  return {
    name: 'missions',
    columns: [
      ...['run', 'agent', ...variantColumns(run), 'mission', 'passed', 'judged', 'score', 'mean', 'best'],
      ...at.flatMap((k) => [`pass@${String(k)}`, `pass^${String(k)}`, `solved@${String(k)}`, `solved^${String(k)}`]),
    ],
    rows: () => summary.groups.flatMap((group) => group.missions.map((mission) => missionRow(run, group, mission, at))),
  }
}

function missionRow(run: RunRecord, group: Group, mission: Group['missions'][number], at: readonly number[]): Cell[] {
  const { passed, total } = mission.points
  const { tries } = mission
  const estimates = at.flatMap((wanted) => {
    const found = tries?.at.find(({ k }) => k === wanted)
    return found
      ? [found.points.any, found.points.all, found.missions.any, found.missions.all]
      : [null, null, null, null]
  })
  return [
    ...[run.runId, group.agent, ...variantCells(group.variant, variantColumns(run)), mission.id, passed, total],
    // Missing in older runs; null if nothing, or nothing of a part, was judged.
    ...[
      mission.score === undefined && total > 0 ? passed / total : (mission.score ?? null),
      tries?.mean ?? null,
      tries?.best ?? null,
    ],
    ...estimates,
  ]
}

/** One row for each similarity beside the verdicts. */
function scoresSheet({ run, trials, similarities }: RunResult): Sheet {
  const byId = new Map(trials.map((trial) => [trial.trial.id, trial]))
  return {
    name: 'scores',
    columns: [...trialColumns(run), 'score', 'setting', 'value', 'embedder', 'reason'],
    *rows() {
      for (const { trial, name, setting, value, embedder = null, reason = null } of similarities) {
        const record = byId.get(trial)
        if (record) yield [...trialCells(run, record), name, setting, value, embedder, reason]
      }
    },
  }
}

// ---- further sheets ------------------------------------------------------------------------------------------------

// Tables of a run that only some runs have.

/** Suites, submissions and measures, each if the run has any. */
function furtherSheets(result: RunResult): readonly Sheet[] {
  const { summary, trials, measures = [] } = result
  const suites = summary.groups.some(({ missions }) => missions.some((mission) => mission.suites !== undefined))
  const entries = trials.some(({ submissions = [], checks = [] }) => submissions.length + checks.length > 0)
  return [
    ...(suites ? [suitesSheet(result)] : []),
    ...(entries ? [submissionsSheet(result)] : []),
    ...(measures.length > 0 ? [measuresSheet(result, measures)] : []),
  ]
}

/** One row for each agent, variant, mission and suite. */
function suitesSheet({ run, summary }: RunResult): Sheet {
  const columns = variantColumns(run)
  return {
    name: 'suites',
    columns: ['run', 'agent', ...columns, 'mission', 'suite', 'weight', 'passed', 'judged', 'unjudged', 'score'],
    *rows() {
      for (const { agent, variant, missions } of summary.groups)
        for (const { id: mission, suites = [] } of missions)
          for (const { id, weight, points, unjudged, score } of suites)
            yield [
              ...[run.runId, agent, ...variantCells(variant, columns), mission],
              ...[id, weight, points.passed, points.total, unjudged, score],
            ]
    },
  }
}

/** One row for each project that was judged or checked while its agent worked. */
function submissionsSheet({ run, trials }: RunResult): Sheet {
  return {
    name: 'submissions',
    columns: [
      ...trialColumns(run),
      ...['kind', 'number', 'at', 'seconds', 'outcome', 'passed', 'points', 'unjudged', 'score', 'counts', 'digest'],
      ...['suite', 'status'],
    ],
    *rows() {
      for (const trial of trials) {
        for (const entry of trial.submissions ?? [])
          yield [...trialCells(run, trial), ...entryCells('submission', entry)]
        for (const entry of trial.checks ?? []) yield [...trialCells(run, trial), ...entryCells('check', entry)]
      }
    },
  }
}

function entryCells(kind: string, entry: CheckEntry & Partial<SubmissionEntry>): Cell[] {
  const { number, at, seconds, outcome, points, score, counts, digest, suite = null, status = null } = entry
  const { passed, total, unjudged } = points
  const numbers = [number, at, seconds, outcome, passed, total, unjudged, score]
  return [kind, ...numbers, counts === true ? 'yes' : null, digest, suite, status]
}

/** One row for each measure; those of the run name no trial. */
function measuresSheet({ run, trials }: RunResult, measures: readonly MeasureRow[]): Sheet {
  const byId = new Map(trials.map((trial) => [trial.trial.id, trial]))
  const columns = trialColumns(run)
  const subject = (trial: TrialRecord | undefined): Cell[] =>
    trial ? trialCells(run, trial) : columns.map((column) => (column === 'run' ? run.runId : null))
  return {
    name: 'measures',
    columns: [...columns, 'measure', 'value', 'unit', 'better', 'reason'],
    *rows() {
      for (const { trial = '', name, value, unit = null, better = null, reason = null } of measures)
        yield [...subject(byId.get(trial)), name, value, unit, better, reason]
    },
  }
}
