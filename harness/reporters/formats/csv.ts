import { plainText } from '../printable.ts'
import type { Format } from './format.ts'
import type { Cell } from './columns.ts'
import { testcodesSheet } from './sheets.ts'

/** One row for each verdict, as RFC 4180 has it, in UTF-8. */
export const csvFormat: Format = {
  file: 'testcodes.csv',
  text: true,
  *write(result) {
    const { columns, rows } = testcodesSheet(result)
    yield csvLine(columns)
    for (const row of rows()) yield csvLine(row)
  },
}

export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = inert(plainText(cell))
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Spreadsheet programs take a cell that begins with one of these characters for a formula, and CSV has no type for text. All of
 * them take a cell that begins with an apostrophe for text (OWASP, "CSV injection").
 *
 * Some separate cells by semicolons or tabs instead of commas, depending on the language of the system. They find cells, and lines,
 * within a text that this file quotes. So an apostrophe is put after each of these characters, too.
 */
export function inert(text: string): string {
  const first = /^[\t\r\n]/.test(text) ? "'" : ''
  return first + text.replaceAll(FORMULA, "$<before>'$<formula>")
}

/** Also after quotes, white space and invisible characters, and in the wide forms that some take for the same. */
const FORMULA =
  /(?<before>^|[;|\t\r\n])(?<formula>(?:"|[^\S\t\r\n]|\p{Default_Ignorable_Code_Point}|\p{Cf})*[=+\-@\uff1d\uff0b\uff0d\uff20])/gu
