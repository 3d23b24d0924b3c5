/** Tables of a run that only some runs have. */
import type { CheckEntry, MeasureRow, SubmissionEntry, TrialRecord } from '../../contracts/schema.ts'
import type { RunResult } from './format.ts'
import { trialCells, trialColumns, variantCells, variantColumns, type Cell, type Sheet } from './columns.ts'

/** Suites, submissions and measures, each if the run has any. */
export function furtherSheets(result: RunResult): readonly Sheet[] {
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
