import type { PublishedTable } from '../../../../contracts/schema.ts'
import { isNumberColumn } from '../../../percent.ts'
import { count } from '../format.ts'
import type { Model } from '../model.ts'
import { aboutMeasure } from './measure-about.ts'
import { Scroll } from './scroll.tsx'

/** The title of the table of what the score counts. */
export const TESTS_PASSED = 'Tests passed'

/** The measure that each table shows. */
const MEASURES: Readonly<Record<string, string>> = {
  [TESTS_PASSED]: 'weighted-average',
  'Repositories with each type of error': 'error-types',
  'Project scale': 'project-scale',
}

/** The tables of a benchmark's paper. Renders nothing for other benchmarks. */
export function PublishedTables({ tables }: { readonly tables: readonly PublishedTable[] | undefined }) {
  return (
    <>
      {tables?.map((table) => (
        <Table key={table.title} table={table} />
      ))}
    </>
  )
}

/** The tables of the papers, as `pe tables` prints them. Renders nothing for other benchmarks. */
export function PaperTables({ model }: { readonly model: Model }) {
  const runs = model.overview.runs.filter(({ paperTables }) => paperTables !== undefined)
  if (runs.length === 0) return null
  return (
    <section aria-labelledby="paper-tables-title">
      <h2 id="paper-tables-title">
        Tables of the paper <small>in its rows and columns</small>
      </h2>
      {runs.map(({ runId, paperTables }) => (
        <details key={runId}>
          <summary>
            {count(paperTables?.length ?? 0, 'table')} of <code>{runId}</code>
          </summary>
          <PublishedTables tables={paperTables} />
        </details>
      ))}
    </section>
  )
}

function Table({ table: { title, of, columns, rows, notes } }: { readonly table: PublishedTable }) {
  const about = aboutMeasure(MEASURES[title] ?? '')
  const classes = columns.map((_, column) => (isNumberColumn(rows, column) ? 'num' : undefined))
  return (
    <>
      <h3>{title}</h3>
      {about !== undefined && <p class="measure-about">{about}</p>}
      <Scroll label={title}>
        <table class="digests measures">
          <thead>
            <tr>
              <th scope="col">{of}</th>
              {columns.map((column, index) => (
                <th scope="col" class={classes[index]} key={column}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, cells }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map((cell, index) => (
                  <td class={classes[index]} key={index}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {notes?.map((note) => (
        <p class="measure-about" key={note}>
          {note}
        </p>
      ))}
    </>
  )
}
