/** Tables of papers as Markdown, CSV, JSON and HTML. */
import type { PaperTable, TableColumn, TableContent } from '../../lib/statistics/paper-table.ts'
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
  return `Table ${id} of ${benchmark}: ${title}`
}

/** A dash if it is not known. */
function cellText(cell: number | null, column: TableColumn | undefined): string {
  return cell === null ? '–' : decimals(cell, column?.digits ?? 0)
}

function* markdown(tables: readonly MadeTable[]): Iterable<string> {
  for (const [index, table] of tables.entries()) {
    const { of, columns, rows, notes } = table
    yield `${index === 0 ? '' : '\n'}**${titleOf(table)}**\n\n`
    yield line([of, ...columns.map(headOf)])
    yield line(['---', ...columns.map(() => '---:')])
    for (const { name, cells } of rows)
      yield line([code(name), ...cells.map((cell, column) => cellText(cell, columns[column]))])
    if (notes.length > 0) yield `\n${notes.join('  \n')}\n`
  }
}

/** One table after the other; numbers are not rounded. */
function* csv(tables: readonly MadeTable[]): Iterable<string> {
  for (const [index, table] of tables.entries()) {
    if (index > 0) yield '\r\n'
    if (tables.length > 1) yield csvLine([titleOf(table)])
    yield csvLine([table.of, ...table.columns.map(headOf)])
    for (const { name, cells } of table.rows) yield csvLine([name, ...cells])
  }
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
  return html`<h2>${titleOf(table)}</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="${titleOf(table)}">
      <table>
        <thead>
          <tr>
            <th scope="col">${of}</th>
            ${columns.map((column) => html`<th scope="col" class="number">${headOf(column)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ name, cells }) =>
              html`<tr>
                <th scope="row">${name}</th>
                ${cells.map((cell, column) => html`<td class="number">${cellText(cell, columns[column])}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${notes.map((note) => html`<p>${note}</p>`)}`
}
