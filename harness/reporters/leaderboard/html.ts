import { html, type Markup } from '../html/markup.ts'
import type { Leaderboard } from '../../contracts/schema.ts'
import { pointsText } from '../points.ts'
import { publishedHtml } from './published.ts'
import { columnsOf, atLeast, footnotes, hasFormats, points, type BoardCell, type Column } from './table.ts'

type Row = Leaderboard['rows'][number]

/** A page without any script. */
export function leaderboardHtml(board: Leaderboard): string {
  const columns = columnsOf(board)
  const formats = hasFormats(board)
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>Leaderboard · pe</title>
        ${STYLE}
      </head>
      <body>
        <main>
          <h1>Leaderboard</h1>
          <div class="scroll" tabindex="0" role="region" aria-label="Scores">
            <table>
              <thead>
                <tr>
                  <th scope="col" rowspan="2">Agent</th>
                  ${formats && html`<th scope="col" rowspan="2">Output format</th>`} ${headsOf(columns)}
                </tr>
                <tr>
                  ${columns
                    .filter(({ group }) => group !== '')
                    .map(({ name }) => html`<th scope="col" class="number">${name}</th>`)}
                </tr>
              </thead>
              <tbody>
                ${board.rows.map((row) => tableRow(row, columns, formats))}
              </tbody>
            </table>
          </div>
          ${[...footnotes(board), ...board.forced.map((reason) => `Forced: ${reason}`)].map((note) => html`<p>${note}</p>`)}
          ${publishedHtml(board.tables)}
        </main>
      </body>
    </html>`
  return `${page.text}\n`
}

function tableRow(row: Row, columns: readonly Column[], formats: boolean): Markup {
  return html`<tr>
    <th scope="row" title="${row.runs.join(', ')}">${row.agent} <small>${row.version ?? ''} ${row.date}</small></th>
    ${formats && html`<td>${row.outputFormat ?? '–'}</td>`}
    ${columns.map(({ score, cell }) => scoreCell(score(row), cell?.(row)))}
  </tr>`
}

/** One head over the columns of a group; a column without a group reaches over both lines. */
function headsOf(columns: readonly Column[]): Markup[] {
  const groups = [...new Set(columns.map(({ group }) => group))].filter((group) => group !== '')
  const single = columns.filter(({ group }) => group === '')
  return [
    ...groups.map((group) => {
      const width = columns.filter((each) => each.group === group).length
      return html`<th scope="colgroup" colspan="${width}">${group}</th>`
    }),
    ...single.map(({ name }) => html`<th scope="col" rowspan="2" class="number">${name}</th>`),
  ]
}

function scoreCell(score: number | null, cell: BoardCell | undefined): Markup {
  const mark = cell?.incomplete === true ? '*' : ''
  return html`<td class="number${cell ? '' : ' average'}">${atLeast(cell)}${points(score)}${mark}${details(cell)}</td>`
}

function details(cell: BoardCell | undefined): Markup | undefined {
  if (cell?.score == null) return undefined
  const { interval, best, samples, complete = samples, suites = [] } = cell
  const parts = [
    ...(interval ? [`${points(interval.low)} to ${points(interval.high)}`] : []),
    ...suites.map(
      ({ id, weight, score }) => `${id}${weight === null ? '' : ` × ${pointsText(weight)}`}: ${points(score)}`,
    ),
    ...(samples > 1 && best !== null ? [`best of ${String(complete)}: ${points(best)}`] : []),
  ]
  return html`${parts.map((part) => html`<small>${part}</small>`)}`
}

export const STYLE = html`<style>
  :root {
    color-scheme: light dark;
    --paper: light-dark(#fff, #12171e);
    --soft: light-dark(#5b6675, #9aa7b8);
    --line: light-dark(#dde3ea, #2c3643);
    --average: light-dark(#f5f7fa, #1a212b);
  }
  body {
    margin: 0;
    font:
      15px/1.5 system-ui,
      sans-serif;
    color: light-dark(#1b2430, #e6ebf2);
    background: var(--paper);
    overflow-wrap: anywhere;
  }
  main {
    max-width: 80rem;
    margin: 0 auto;
    padding: 1rem;
  }
  .scroll {
    overflow-x: auto;
  }
  table {
    border-collapse: collapse;
    width: 100%;
  }
  th,
  td {
    text-align: left;
    vertical-align: top;
    padding: 0.4rem 0.7rem;
    border-bottom: 1px solid var(--line);
    font-weight: 400;
  }
  thead th {
    color: var(--soft);
    font-size: 0.85rem;
    vertical-align: bottom;
    overflow-wrap: normal;
  }
  tbody th {
    min-width: 7rem;
    font-weight: 600;
  }
  th:first-child {
    position: sticky;
    left: 0;
    background: var(--paper);
  }
  thead tr:last-child th:first-child {
    position: static;
  }
  .number {
    text-align: right;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .average {
    background: var(--average);
  }
  h2 {
    font-size: 1.1rem;
    margin: 1.6rem 0 0.4rem;
  }
  small {
    display: block;
    font-weight: 400;
    color: var(--soft);
  }
  p {
    color: var(--soft);
    margin: 0.6rem 0 0;
  }
</style>`
