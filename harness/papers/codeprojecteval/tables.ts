/** Tables of the paper of ProjectGen, with CodeProjectEval and DevBench. */
import type { PaperTable, RunData, TableContent, TableRow } from '../../contracts/paper-tables.ts'
import { isJudged, pointsOf } from '../../contracts/points.ts'
import type { TrialRecord } from '../../contracts/schema.ts'
import { groupBy } from '../../lib/collections/group-by.ts'
import { averageRow, mean } from '../../lib/statistics/paper-table.ts'
import { agentNames } from '../../lib/statistics/row-names.ts'
import { errorType, weightedAverage } from './scorers.ts'

/** @param numbers Of the tables of tests passed and of SketchBLEU */
function projectGenTables(passed: string, sketch: string): readonly PaperTable[] {
  return [
    { id: passed, title: 'Tests passed (#Pass)', make: testsPassed },
    { id: sketch, title: 'SketchBLEU, percent', make: sketches },
    { id: 'fig5', title: 'Error types: repositories with each', make: errorTypes },
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
  const missions = new Map(runs.flatMap(({ run }) => run.benchmark.missions.map((mission) => [mission.id, mission])))
  const linesOf = (name: string) => {
    const { lines } = missions.get(name)?.details ?? {}
    return typeof lines === 'number' ? lines : null
  }
  const tests = rows.map(({ name }) => missions.get(name)?.testcodes.length ?? 0)
  return {
    of: 'Task',
    columns: [...['#LOC', '#Tests'].map((name) => ({ group: '', name, digits: 0 })), ...columns],
    rows: [
      ...rows.map(({ name, cells }, index) => ({ name, cells: [linesOf(name), tests[index] ?? null, ...cells] })),
      { name: 'SUM', cells: [null, sum(tests), ...columns.map((_, column) => sumOf(rows, column))] },
      {
        name: 'AVGweighted',
        // Two digits, in columns of whole numbers.
        cells: [null, null, ...columns.map((_, column) => weightedIn(rows, column, linesOf)?.toFixed(2) ?? null)],
      },
    ],
    notes: [
      'Means of the samples. Tests that do not judge on this machine are excluded: pe doctor says how many of each repository do.',
      ...(rows.some(({ name }) => linesOf(name) === null)
        ? ['Runs of older versions have no #LOC, by which AVGweighted weighs: the report has it as weighted-average.']
        : []),
    ],
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}

function sumOf(rows: readonly TableRow[], column: number): number | null {
  const known = rows.map(({ cells }) => cells[column]).filter((cell) => typeof cell === 'number')
  return known.length === 0 ? null : sum(known)
}

/** Null if the lines of a task are not known. */
function weightedIn(rows: readonly TableRow[], column: number, linesOf: (name: string) => number | null) {
  const weighed = rows.flatMap(({ name, cells }) => {
    const passed = cells[column]
    return typeof passed === 'number' ? [{ lines: linesOf(name), passed }] : []
  })
  const known = weighed.flatMap(({ lines, passed }) => (lines === null ? [] : [{ lines, passed }]))
  return known.length < weighed.length ? null : (weightedAverage(known) ?? null)
}

/** Of projects that were judged. A type counts once in a repository, however many of its tests end with it. */
function errorTypes(runs: readonly RunData[]): TableContent {
  const nameOf = agentNames(runs)
  const found = runs.flatMap(({ run, trials }) =>
    trials.map(({ trial, outcome, verdicts }) => ({
      agent: nameOf({ run, agent: trial.agent }),
      mission: trial.mission,
      types: outcome === 'judged' ? verdicts.flatMap((verdict) => errorType(verdict) ?? []) : [],
    })),
  )
  const agents = [...new Set(found.map(({ agent }) => agent))]
  const types = [...new Set(found.flatMap((each) => each.types))].toSorted((a, b) => a.localeCompare(b, 'en'))
  const repositories = (agent: string, type: string) =>
    new Set(found.filter((each) => each.agent === agent && each.types.includes(type)).map(({ mission }) => mission))
      .size
  return {
    of: 'Error',
    columns: agents.map((name) => ({ group: '', name, digits: 0 })),
    rows: types.map((name) => ({ name, cells: agents.map((agent) => repositories(agent, name)) })),
    notes: ['A type counts once in a repository. Projects that could not be run are left out.'],
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
