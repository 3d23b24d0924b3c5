/** The tables of the paper of ProjectEval: pass rates and similarities by level and mode. */
import type { Leaderboard } from '../../contracts/schema.ts'
import { variantOf } from '../../contracts/variants.ts'
import { groupBy } from '../../lib/collections/group-by.ts'
import { agentOf, leaderboardRows } from '../../lib/statistics/leaderboard.ts'
import {
  averageRow,
  type PaperTable,
  type TableColumn,
  type TableContent,
  type TableRow,
} from '../../lib/statistics/paper-table.ts'
import { sidesOf, type RunData } from '../../lib/statistics/sides.ts'

type BoardRow = Leaderboard['rows'][number]

/** Samples of each cell of the paper. */
const SAMPLES = 5
const [CASCADE, DIRECT] = ['Cascade', 'Direct']

/** A column with the values of its rows, from 0 to 1. */
interface RateColumn extends Omit<TableColumn, 'digits'> {
  readonly rate: (row: BoardRow) => number | null
}

const meanColumns: readonly RateColumn[] = [
  ...[1, 2].map((level) => meanOf(CASCADE, level)),
  { group: CASCADE, name: 'Avg.', rate: ({ averages }) => averages.cascade },
  ...[1, 2, 3].map((level) => meanOf(DIRECT, level)),
  { group: DIRECT, name: 'Avg.', rate: ({ averages }) => averages.direct },
  { group: '', name: 'All Avg.', rate: ({ averages }) => averages.all },
]
const bestColumns: readonly RateColumn[] = [
  ...[1, 2].map((level) => bestOf(CASCADE, level)),
  ...[1, 2, 3].map((level) => bestOf(DIRECT, level)),
]

function cellOf({ cells }: BoardRow, group: string, level: number) {
  const variant = variantOf(level as 1 | 2 | 3, group === CASCADE ? 'cascade' : 'direct')
  return cells.find((cell) => cell.variant === variant)
}

function meanOf(group: string, level: number): RateColumn {
  return { group, name: `Level ${String(level)}`, rate: (row) => cellOf(row, group, level)?.score ?? null }
}

function bestOf(group: string, level: number): RateColumn {
  return { group, name: `Level ${String(level)}`, rate: (row) => cellOf(row, group, level)?.best ?? null }
}

/** Pass@5 of the paper is the mean of five samples, and its Pass@1 the best of them. */
export const projectEvalTables: readonly PaperTable[] = [
  {
    id: '4',
    title: 'Pass rates: mean of the samples (Pass@5 in the paper), percent',
    make: (runs) => rates(runs, meanColumns),
  },
  {
    id: '7',
    title: 'Pass rates: best sample (Pass@1 in the paper) and mean of the samples (Pass@5), percent',
    make: (runs) =>
      rates(runs, [
        ...bestColumns.map((column) => ({ ...column, group: `Best, ${column.group.toLowerCase()}` })),
        ...meanColumns.map((column) => ({ ...column, group: `Mean, ${column.group.toLowerCase() || 'all'}` })),
      ]),
  },
  { id: '5', title: 'Similarity to the canonical solutions, percent', make: similarities },
]

function rates(runs: readonly RunData[], columns: readonly RateColumn[]): TableContent {
  const board = leaderboardRows(runs.flatMap(sidesOf), () => null)
  const rows = board.map((row): TableRow => ({
    name: row.agent,
    cells: columns.map(({ rate }) => percent(rate(row))),
  }))
  return {
    of: 'Model',
    columns: columns.map(({ group, name }) => ({ group, name, digits: 2 })),
    rows: [...rows, ...averageRow('Avg.', rows)],
    notes: [...missionNotes(runs), ...pointNotes(board), ...sampleNotes(board)],
  }
}

function percent(share: number | null): number | null {
  return share === null ? null : share * 100
}

/** Missions of the paper. */
const MISSIONS = 20

function missionNotes(runs: readonly RunData[]): string[] {
  const missions = new Set(runs.flatMap(({ run }) => run.settings.missions))
  const fewer = runs.some(({ run }) => run.settings.missions.length < MISSIONS)
  return [
    ...(fewer ? [`Some runs have fewer than the ${String(MISSIONS)} missions of the paper.`] : []),
    ...(missions.has('p19')
      ? [
          'p19 t6 needs a file that was never published: it is in no denominator, so that all missions have 283 points and not 284.',
        ]
      : []),
  ]
}

function pointNotes(board: readonly BoardRow[]): string[] {
  const cells = board.flatMap((row) => row.cells).filter(({ points }) => points > 0)
  const unjudged = cells.reduce((sum, cell) => sum + cell.unjudged, 0)
  return [
    ...(unjudged > 0 ? [`${String(unjudged)} unjudged points count as not passed.`] : []),
    ...(cells.some(({ incomplete }) => incomplete) ? ['Some trials have not ended.'] : []),
  ]
}

function sampleNotes(board: readonly BoardRow[]): string[] {
  const samples = new Set(
    board.flatMap((row) => row.cells.filter(({ points }) => points > 0).map((cell) => cell.samples)),
  )
  const other = [...samples].filter((count) => count !== SAMPLES).toSorted((a, b) => a - b)
  return other.length === 0
    ? []
    : [`Samples of some cells: ${other.join(', ')}; of those of the paper: ${String(SAMPLES)}.`]
}

// ---- similarities -------------------------------------------------------------------------------------------------

const CHECKLIST = 'checklist'
/** The scores of each variant, in the order of the paper. */
const indicators: readonly (Omit<TableColumn, 'digits'> & { readonly variant: string; readonly score: string })[] = (
  [
    [CASCADE, 1, [CHECKLIST, 'skeleton', 'code', 'parameters']],
    [CASCADE, 2, ['skeleton', 'code', 'parameters']],
    [DIRECT, 1, ['code', 'parameters']],
    [DIRECT, 2, ['code', 'parameters']],
    [DIRECT, 3, ['code', 'parameters']],
  ] as const
).flatMap(([group, level, scores]) =>
  scores.map((score) => ({
    group: `${group}, level ${String(level)}`,
    name: { [CHECKLIST]: 'CL', skeleton: 'SK', code: 'Code', parameters: 'PV' }[score],
    variant: variantOf(level, group === CASCADE ? 'cascade' : 'direct'),
    score,
  })),
)

/** Means over missions and samples, in the setting `paper`: a project without the part counts as 0. */
function similarities(runs: readonly RunData[]): TableContent {
  const known = runs.flatMap((run) => scoredTrials(run))
  const rows = [...groupBy(known, ({ agent }) => agent)].map(([agent, trials]): TableRow => {
    const cells = indicators.map(({ variant, score }) => {
      const own = trials.filter((trial) => trial.variant === variant)
      const values = own.map(({ scores }) => scores.get(score))
      // Nothing was scored under this name, which is not the same as a similarity of 0.
      if (!values.some((value) => value !== undefined)) return null
      return (values.reduce<number>((sum, value) => sum + (value ?? 0), 0) / own.length) * 100
    })
    return { name: agent, cells }
  })
  const unscored = known.filter(({ scores }) => scores.size === 0).length
  const lexical = known.some(
    ({ variant, scores }) => variant === variantOf(1, 'cascade') && scores.has(`lexical-${CHECKLIST}`),
  )
  return {
    of: 'Model',
    columns: indicators.map(({ group, name }) => ({ group, name, digits: 2 })),
    rows: [...rows, ...averageRow('Average', rows)],
    notes: [
      ...(lexical
        ? ['CL compares by meaning: score with --embedder transformers. Scores of words alone are not shown.']
        : []),
      ...(unscored > 0 ? [`${String(unscored)} trials have no similarities, and count as 0.`] : []),
    ],
  }
}

interface ScoredTrial {
  readonly agent: string
  readonly variant: string
  /** Null if the project has no such part. */
  readonly scores: ReadonlyMap<string, number | null>
}

function scoredTrials({ run, trials, similarities: all }: RunData): ScoredTrial[] {
  const byTrial = groupBy(
    all.filter(({ setting }) => setting === 'paper'),
    ({ trial }) => trial,
  )
  return trials.map(({ trial }) => ({
    agent: agentOf({ run, agent: trial.agent }),
    variant: trial.variant,
    scores: new Map((byTrial.get(trial.id) ?? []).map(({ name, value }) => [name, value])),
  }))
}
