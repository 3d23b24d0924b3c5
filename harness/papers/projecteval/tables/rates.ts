/** Tables 4 and 7: pass rates by level and mode. */
import type { Leaderboard } from '../../../contracts/schema.ts'
import { levelAndMode, variantOf } from '../../../contracts/variants.ts'
import { leaderboardRows } from '../../../lib/statistics/leaderboard.ts'
import { averageRow, type TableColumn, type TableContent, type TableRow } from '../../../lib/statistics/paper-table.ts'
import { rowNames } from '../../../lib/statistics/row-names.ts'
import { sidesOf, type RunData } from '../../../lib/statistics/sides.ts'
import { pluralise } from '../../../lib/wording/count.ts'
import { MISSIONS } from './canonical.ts'

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
  { group: CASCADE, name: 'Avg.', rate: (row) => averageOf(row, 'cascade') },
  ...[1, 2, 3].map((level) => meanOf(DIRECT, level)),
  { group: DIRECT, name: 'Avg.', rate: (row) => averageOf(row, 'direct') },
  { group: '', name: 'All Avg.', rate: (row) => averageOf(row, 'all') },
]
const bestColumns: readonly RateColumn[] = [
  ...[1, 2].map((level) => bestOf(CASCADE, level)),
  ...[1, 2, 3].map((level) => bestOf(DIRECT, level)),
]

/** Undefined until all of its trials have ended: the first ones to end are those without a project. */
function cellOf({ cells }: BoardRow, group: string, level: number) {
  const variant = variantOf(level as 1 | 2 | 3, group === CASCADE ? 'cascade' : 'direct')
  return cells.find((cell) => cell.variant === variant && !cell.incomplete)
}

function averageOf({ averages, cells }: BoardRow, mode: 'cascade' | 'direct' | 'all'): number | null {
  const own = cells.filter(({ variant }) => mode === 'all' || levelAndMode(variant)?.mode === mode)
  return own.some(({ incomplete }) => incomplete) ? null : averages[mode]
}

function meanOf(group: string, level: number): RateColumn {
  return { group, name: `Level ${String(level)}`, rate: (row) => cellOf(row, group, level)?.score ?? null }
}

function bestOf(group: string, level: number): RateColumn {
  return { group, name: `Level ${String(level)}`, rate: (row) => cellOf(row, group, level)?.best ?? null }
}

/** Pass@5 of the paper is the mean of five samples. */
export function meanRates(runs: readonly RunData[]): TableContent {
  return ratesIn(runs, meanColumns)
}

/** Pass@1 of the paper is the best of five samples. */
export function bestAndMeanRates(runs: readonly RunData[]): TableContent {
  return ratesIn(runs, [
    ...bestColumns.map((column) => ({ ...column, group: `Best, ${column.group.toLowerCase()}` })),
    ...meanColumns.map((column) => ({ ...column, group: `Mean, ${column.group.toLowerCase() || 'all'}` })),
  ])
}

function ratesIn(runs: readonly RunData[], columns: readonly RateColumn[]): TableContent {
  const board = leaderboardRows(runs.flatMap(sidesOf), () => null)
  const nameOf = rowNames(board)
  const rows = board.map((row): TableRow => ({
    name: nameOf(row),
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
  const all = board.flatMap((row) => row.cells)
  const cells = all.filter(({ points, incomplete }) => points > 0 && !incomplete)
  const unjudged = cells.reduce((sum, cell) => sum + cell.unjudged, 0)
  return [
    ...(unjudged > 0 ? [`Counted as not passed: ${pluralise(unjudged, 'unjudged point')}.`] : []),
    ...(all.some(({ incomplete }) => incomplete)
      ? ['Cells of which some trials have not ended are empty; pe run --resume RUN and pe grade RUN end them.']
      : []),
  ]
}

function sampleNotes(board: readonly BoardRow[]): string[] {
  const cells = board.flatMap((row) => row.cells.filter(({ points, incomplete }) => points > 0 && !incomplete))
  const samples = new Set(
    cells.flatMap(({ complete, samples: planned, most = planned }) => [complete ?? planned, most]),
  )
  const other = [...samples].filter((count) => count !== SAMPLES).toSorted((a, b) => a - b)
  return [
    ...(other.length === 0
      ? []
      : [`Samples of some cells: ${other.join(', ')}; of those of the paper: ${String(SAMPLES)}.`]),
    ...(cells.some(({ complete, most }) => complete !== undefined || most !== undefined)
      ? ['Some missions have more samples than others: the mean is of all, the best of those that all missions have.']
      : []),
  ]
}
