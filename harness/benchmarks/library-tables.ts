/** Tables of the papers of CodeProjectEval (with DevBench) and RepoCraft. */
import { isJudged, pointsOf } from '../contracts/points.ts'
import type { TrialRecord } from '../contracts/schema.ts'
import { groupBy } from '../lib/collections/group-by.ts'
import { averageRow, mean, type PaperTable, type TableContent, type TableRow } from '../lib/statistics/paper-table.ts'
import { agentNames } from '../lib/statistics/row-names.ts'
import type { RunData } from '../lib/statistics/sides.ts'

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

// ---- RepoCraft ------------------------------------------------------------------------------------------------------

export const repoCraftTables: readonly PaperTable[] = [
  {
    id: '2',
    title: 'Coverage, novelty, accuracy and size, means over the libraries',
    ranks: true,
    make: (runs) => measuresOf(runs, ({ agent }) => agent),
  },
  {
    id: '18',
    also: ['19', '20', '21', '22', '23'],
    title: 'Coverage, novelty, accuracy and size by library',
    make: (runs) => measuresOf(runs, ({ agent, library }) => `${agent}, ${library}`),
  },
]

const MEASURES = [
  ['Cov. (%)', 'coverage', 1],
  ['Nov. (%)', 'novelty', 1],
  ['Pass. (%)', 'pass-rate', 1],
  ['Vot. (%)', 'vote-rate', 1],
  ['Files', 'source-files', 0],
  ['LOC', 'source-lines', 0],
  ['Tokens', 'source-tokens', 0],
] as const

interface LibraryTrial {
  readonly agent: string
  readonly library: string
  readonly values: ReadonlyMap<string, number | null>
}

function measuresOf(runs: readonly RunData[], rowOf: (trial: LibraryTrial) => string): TableContent {
  const nameOf = agentNames(runs)
  const trials = runs.flatMap(({ run, trials: all, measures = [] }) => {
    const byTrial = groupBy(measures, ({ trial = '' }) => trial)
    return all.map(({ trial }): LibraryTrial => ({
      agent: nameOf({ run, agent: trial.agent }),
      library: trial.mission,
      values: new Map((byTrial.get(trial.id) ?? []).map(({ name, value }) => [name, value])),
    }))
  })
  // Found by words alone, a measure has a name of its own.
  const isLexical = trials.some(({ values }) => values.has('lexical-coverage'))
  const valueOf = ({ values }: LibraryTrial, name: string) => values.get(name) ?? values.get(`lexical-${name}`) ?? null
  return {
    of: 'Agent',
    columns: MEASURES.map(([name, , digits]) => ({ group: '', name, digits })),
    rows: [...groupBy(trials, rowOf)].map(([name, own]) => ({
      name,
      cells: MEASURES.map(([, measure]) => mean(own.map((trial) => valueOf(trial, measure)))),
    })),
    notes: [
      ...(isLexical
        ? ['Coverage and novelty compare words: run with --embedder transformers to compare by meaning.']
        : []),
      'Tokens are leaves of syntax trees. The tasks of the paper were never published: rates are of tasks of your own.',
    ],
  }
}
