/** Tables of papers, made of recorded runs. Each paper lists its own; printing them is the same for all. */
import type { RunData } from './sides.ts'

/** One table or figure of a paper. */
export interface PaperTable {
  /** Its number in the paper, such as `4`. */
  readonly id: string
  readonly title: string
  /** @param runs All of the benchmark that the paper published */
  readonly make: (runs: readonly RunData[]) => TableContent
}

export interface TableContent {
  /** The head of the first column. */
  readonly of: string
  readonly columns: readonly TableColumn[]
  readonly rows: readonly TableRow[]
  /** Sentences about parts that cannot be measured, and about differences from the paper. */
  readonly notes: readonly string[]
}

export interface TableColumn {
  /** The head over several columns; empty for a column of its own. */
  readonly group: string
  readonly name: string
  /** Digits after the point. */
  readonly digits: number
}

export interface TableRow {
  readonly name: string
  /** One for each column; null if it is not known. */
  readonly cells: readonly (number | null)[]
}

/** A row with the mean of each column over the rows that have it; none for fewer than two rows. */
export function averageRow(name: string, rows: readonly TableRow[]): TableRow[] {
  const [first] = rows
  if (first === undefined || rows.length < 2) return []
  const cells = first.cells.map((_, column) => {
    const known = rows.map(({ cells: own }) => own[column] ?? null).filter((cell) => cell !== null)
    return known.length === 0 ? null : known.reduce((sum, cell) => sum + cell, 0) / known.length
  })
  return [{ name, cells }]
}
