import { levelAndMode } from '../../contracts/variants.ts'
import {
  STATUSES,
  type Group,
  type Interval,
  type RunRecord,
  type TrialRecord,
  type Verdict,
} from '../../contracts/schema.ts'
import { isJudged } from '../../contracts/points.ts'
import { verdictsOf } from '../../lib/statistics/tries.ts'
import type { RunResult } from './format.ts'

/** Null is unknown, and an empty cell. */
export type Cell = string | number | null

export interface Sheet {
  readonly name: string
  readonly columns: readonly string[]
  /** Computed again at each call. */
  readonly rows: () => Iterable<readonly Cell[]>
}

/** What a run holds, as tables. */
export function sheetsOf(result: RunResult): readonly Sheet[] {
  return [summarySheet, missionsSheet, trialsSheet, testcodesSheet, scoresSheet].map((sheet) => sheet(result))
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

/** Level and mode if all variants of the run have them, as ProjectEval's do; else the variant. */
function variantColumns({ settings }: RunRecord): readonly ('level' | 'mode' | 'variant')[] {
  return settings.variants.every((variant) => levelAndMode(variant)) ? ['level', 'mode'] : ['variant']
}

function variantCells(variant: string, columns: ReturnType<typeof variantColumns>): Cell[] {
  return columns.map((column) => (column === 'variant' ? variant : (levelAndMode(variant)?.[column] ?? null)))
}

function trialColumns(run: RunRecord): string[] {
  return ['run', 'trial', 'agent', ...variantColumns(run), 'mission', 'sample']
}

function trialCells(run: RunRecord, { trial }: TrialRecord): Cell[] {
  return [
    run.runId,
    trial.id,
    trial.agent,
    ...variantCells(trial.variant, variantColumns(run)),
    trial.mission,
    trial.sample,
  ]
}

function trialsSheet({ run, trials }: RunResult): Sheet {
  return {
    name: 'trials',
    columns: [...trialColumns(run), 'outcome', 'reason', 'passed', 'judged', 'score', 'seconds', 'started'],
    *rows() {
      for (const trial of trials) {
        const judged = verdictsOf(trial).filter(({ status }) => isJudged(status))
        const passed = judged.filter(({ status }) => status === 'passed').length
        const score = judged.length === 0 ? null : passed / judged.length
        const { outcome, reason, seconds, startedAt } = trial
        yield [...trialCells(run, trial), outcome, reason ?? null, passed, judged.length, score, seconds, startedAt]
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
  const row = (trial: TrialRecord, { testcode, status, reason, milliseconds }: Verdict): Cell[] => {
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
    ],
    *rows() {
      for (const trial of trials) for (const verdict of verdictsOf(trial)) yield row(trial, verdict)
    },
  }
}

/** One row for each agent, level, mode and mission: what its samples say together. */
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
    ...[total === 0 ? null : passed / total, tries?.mean ?? null, tries?.best ?? null],
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
