/** Rows of tables of papers. */
import type { TableCell, TableRow } from '../../contracts/paper-tables.ts'
import { groupBy } from '../collections/group-by.ts'

export type {
  HumanJudgement,
  PaperTable,
  TableCell,
  TableColumn,
  TableContent,
  TableInputs,
  TableRow,
} from '../../contracts/paper-tables.ts'

/** A row with the mean of each column over the rows that have it; none for fewer than two rows. */
export function averageRow(name: string, rows: readonly TableRow[]): TableRow[] {
  const [first] = rows
  if (first === undefined || rows.length < 2) return []
  return [{ name, cells: first.cells.map((_, column) => mean(rows.map(({ cells }) => numberOf(cells[column])))) }]
}

function numberOf(cell: TableCell | undefined): number | null {
  return typeof cell === 'number' ? cell : null
}

/** Of the known values; null if there are none. */
export function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}

/** The mean over missions of the means of their trials: a mission with more samples weighs no more. */
export function meanOverMissions<T>(
  trials: readonly T[],
  missionOf: (trial: T) => string,
  valueOf: (trial: T) => number | null,
): number | null {
  return mean([...groupBy(trials, missionOf).values()].map((own) => mean(own.map(valueOf))))
}
