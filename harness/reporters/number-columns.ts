/** Columns of numbers align right, others left. */

interface Row {
  readonly cells: readonly string[]
}

/** A number as tables print it, or a dash in its place. */
export function isNumber(cell: string): boolean {
  return /^[-\d.,≥–\s]*$/.test(cell)
}

export function isNumberColumn(rows: readonly Row[], column: number): boolean {
  return rows.every(({ cells }) => isNumber(cells[column] ?? ''))
}
