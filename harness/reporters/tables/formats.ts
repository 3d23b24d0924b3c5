/** Tables of papers as Markdown, CSV, JSON and HTML. */
import type { PaperTable, TableCell, TableColumn, TableContent } from '../../lib/statistics/paper-table.ts'
import type { PublishedTable } from '../../contracts/schema.ts'
import { csvLine } from '../formats/csv.ts'
import { code } from '../formats/markdown.ts'
import { html } from '../html/markup.ts'
import { STYLE } from '../leaderboard/html.ts'
import { line } from '../leaderboard/published.ts'
import { decimals } from '../percent.ts'

/** A table with its number, its title and the benchmark of its paper. */
export type MadeTable = Pick<PaperTable, 'id' | 'title'> & TableContent & { readonly benchmark: string }

export const TABLE_FORMATS = {
  md: markdown,
  csv,
  json: (tables: readonly MadeTable[]) => [`${JSON.stringify({ schemaVersion: 1, tables }, undefined, 2)}\n`],
  html: page,
} as const

function headOf({ group, name }: TableColumn): string {
  return group === '' ? name : `${group}: ${name}`
}

function titleOf({ benchmark, id, title }: MadeTable): string {
  return `${placeOf(id)} of ${benchmark}: ${title}`
}

function placeOf(id: string): string {
  if (id.startsWith('fig')) return `Figure ${id.slice('fig'.length)}`
  if (/^[A-Z]$/.test(id)) return `Appendix ${id}`
  return id.includes('.') ? `Section ${id}` : `Table ${id}`
}

/** A dash if it is not known. */
function cellText(cell: TableCell, column: TableColumn | undefined): string {
  if (typeof cell === 'string') return cell
  return cell === null ? '–' : decimals(cell, column?.digits ?? 0)
}

/** The same for the report and for leaderboards. */
export function publishedTable(table: MadeTable): PublishedTable {
  return {
    title: titleOf(table),
    of: table.of,
    columns: table.columns.map(headOf),
    rows: table.rows.map(({ name, cells }) => ({
      name,
      cells: cells.map((cell, column) => cellText(cell, table.columns[column])),
    })),
    ...(table.notes.length === 0 ? {} : { notes: [...table.notes] }),
  }
}

function cellCode(cell: TableCell, column: TableColumn | undefined): string {
  return typeof cell === 'string' ? code(cell) : cellText(cell, column)
}

function isText(rows: MadeTable['rows'], column: number): boolean {
  return rows.some(({ cells }) => typeof cells[column] === 'string')
}

function* markdown(tables: readonly MadeTable[]): Iterable<string> {
  for (const [index, table] of tables.entries()) {
    const { of, columns, rows, notes } = table
    yield `${index === 0 ? '' : '\n'}**${titleOf(table)}**\n\n`
    yield line([of, ...columns.map(headOf)])
    yield line(['---', ...columns.map((_, column) => (isText(rows, column) ? '---' : '---:'))])
    for (const { name, cells } of rows)
      yield line([code(name), ...cells.map((cell, column) => cellCode(cell, columns[column]))])
    if (notes.length > 0) yield `\n${notes.join('  \n')}\n`
  }
}

/** Several tables have their numbers in a first column. Notes are rows that begin with `note`. */
function* csv(tables: readonly MadeTable[]): Iterable<string> {
  const several = tables.length > 1
  for (const { id, of, columns, rows, notes } of tables) {
    const place = several ? [id] : []
    yield csvLine([...(several ? ['table'] : []), of, ...columns.map(headOf)])
    for (const { name, cells } of rows)
      yield csvLine([...place, name, ...cells.map((cell, column) => roundedCell(cell, columns[column]))])
    for (const note of notes) yield csvLine([...place, 'note', note])
  }
}

/** Still a number: a text that begins with a minus sign would be taken for a formula. */
function roundedCell(cell: TableCell, column: TableColumn | undefined): TableCell {
  return typeof cell === 'number' ? Number(cell.toFixed(column?.digits ?? 0)) : cell
}

/** A page without any script. */
function page(tables: readonly MadeTable[]): string[] {
  const made = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>Tables · pe</title>
        ${STYLE}
      </head>
      <body>
        <main>
          <h1>Tables</h1>
          ${tables.map(section)}
        </main>
      </body>
    </html>`
  return [`${made.text}\n`]
}

function section(table: MadeTable) {
  const { of, columns, rows, notes } = table
  const classes = columns.map((_, column) => (isText(rows, column) ? 'text' : 'number'))
  return html`<h2>${titleOf(table)}</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="${titleOf(table)}">
      <table>
        <thead>
          <tr>
            <th scope="col">${of}</th>
            ${columns.map((column, index) => html`<th scope="col" class="${classes[index]}">${headOf(column)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ name, cells }) =>
              html`<tr>
                <th scope="row">${name}</th>
                ${cells.map((cell, column) => html`<td class="${classes[column]}">${cellText(cell, columns[column])}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${notes.map((note) => html`<p>${note}</p>`)}`
}
