/** The tables of the paper that published a benchmark, below the table of scores. */
import type { Leaderboard, PublishedTable } from '../../contracts/schema.ts'
import { code } from '../formats/markdown.ts'
import { html, type Markup } from '../html/markup.ts'
import { isNumber, isNumberColumn } from '../percent.ts'

export function* publishedMarkdown(tables: Leaderboard['tables'] = []): Iterable<string> {
  for (const { title, of, columns, rows, notes = [] } of tables) {
    yield `\n**${title}**\n\n`
    yield line([of, ...columns.map(code)])
    yield line(['---', ...columns.map((_, column) => (isNumberColumn(rows, column) ? '---:' : '---'))])
    for (const { name, cells } of rows) yield line([code(name), ...cells.map(cellCode)])
    if (notes.length > 0) yield `\n${notes.join('  \n')}\n`
  }
}

/** Numbers stay as they are; texts may come from anybody. */
function cellCode(cell: string): string {
  return isNumber(cell) ? cell : code(cell)
}

/** One line of a table. */
export function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`
}

export function publishedHtml(tables: Leaderboard['tables'] = []): Markup[] {
  return tables.map(tableHtml)
}

function tableHtml({ title, of, columns, rows, notes = [] }: PublishedTable): Markup {
  const classes = columns.map((_, column) => (isNumberColumn(rows, column) ? 'number' : 'text'))
  return html`<h2>${title}</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="${title}">
      <table>
        <thead>
          <tr>
            <th scope="col">${of}</th>
            ${columns.map((column, index) => html`<th scope="col" class="${classes[index]}">${column}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ name, cells }) =>
              html`<tr>
                <th scope="row">${name}</th>
                ${cells.map((cell, column) => html`<td class="${classes[column]}">${cell}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${notes.map((note) => html`<p>${note}</p>`)}`
}
