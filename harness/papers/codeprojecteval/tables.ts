/** Tables of the paper of ProjectGen, with CodeProjectEval and DevBench. */
import type { PaperTable, RunData, TableContent, TableRow } from '../../contracts/paper-tables.ts'
import { isJudged, pointsOf } from '../../contracts/points.ts'
import type { TrialRecord } from '../../contracts/schema.ts'
import { groupBy } from '../../lib/collections/group-by.ts'
import { averageRow, mean } from '../../lib/statistics/paper-table.ts'
import { agentNames } from '../../lib/statistics/row-names.ts'

/** @param numbers Of the tables of tests passed and of SketchBLEU */
function projectGenTables(passed: string, sketch: string): readonly PaperTable[] {
  return [
    { id: passed, title: 'Tests passed (#Pass)', make: testsPassed },
    { id: sketch, title: 'SketchBLEU, percent', make: sketches },
  ]
}

export const codeProjectEvalTables = projectGenTables('5', '6')
export const devBenchTables = projectGenTables('3', '4')

/** Rows are missions, columns agents. */
function byMission(
  runs: readonly RunData[],
  value: (trial: TrialRecord, data: RunData) => number | null,
  { digits, scale = 1 }: { readonly digits: number; readonly scale?: number },
) {
  const nameOf = agentNames(runs)
  const all = runs.flatMap((data) =>
    data.trials.map((trial) => ({
      agent: nameOf({ run: data.run, agent: trial.trial.agent }),
      mission: trial.trial.mission,
      value: value(trial, data),
    })),
  )
  const agents = [...new Set(all.map(({ agent }) => agent))]
  const rows = [...groupBy(all, ({ mission }) => mission)].map(([name, own]): TableRow => ({
    name,
    cells: agents.map((agent) => {
      const average = mean(own.filter((each) => each.agent === agent).map((each) => each.value))
      return average === null ? null : average * scale
    }),
  }))
  return {
    columns: agents.map((name) => ({ group: '', name, digits })),
    rows: rows.toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
  }
}

function testsPassed(runs: readonly RunData[]): TableContent {
  const { columns, rows } = byMission(runs, passedIn, { digits: 0 })
  const sums = columns.map((_, column) => {
    const known = rows.map(({ cells }) => cells[column]).filter((cell) => typeof cell === 'number')
    return known.length === 0 ? null : known.reduce((sum, cell) => sum + cell, 0)
  })
  return {
    of: 'Task',
    columns,
    rows: [...rows, { name: 'SUM', cells: sums }],
    notes: [
      'Means of the samples. Tests that do not judge on this machine are excluded: pe doctor says how many of each repository do.',
      'AVGweighted is the measure weighted-average of the run, in the report and in pe leaderboard.',
    ],
  }
}

/** Null if no test has a verdict. */
function passedIn({ verdicts }: TrialRecord): number | null {
  const judged = verdicts.filter(({ status }) => isJudged(status))
  return judged.length === 0 ? null : judged.filter((verdict) => pointsOf(verdict).earned > 0).length
}

function sketches(runs: readonly RunData[]): TableContent {
  const ofTrial = ({ trial }: TrialRecord, { similarities }: RunData) =>
    similarities.find((each) => each.trial === trial.id && each.name === 'sketchbleu' && each.setting === 'paper')
      ?.value ?? null
  const { columns, rows } = byMission(runs, ofTrial, { digits: 2, scale: 100 })
  return {
    of: 'Task',
    columns,
    rows: [...rows, ...averageRow('AVG.', rows)],
    notes: ['In the setting paper; projects without a score are in no mean.'],
  }
}
