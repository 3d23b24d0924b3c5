import type { PublishedTable } from '../../../../contracts/schema.ts'
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

function Table({ table: { title, of, columns, rows } }: { readonly table: PublishedTable }) {
  const about = aboutMeasure(MEASURES[title] ?? '')
  return (
    <>
      <h3>{title}</h3>
      {about !== undefined && <p class="measure-about">{about}</p>}
      <Scroll label={title}>
        <table class="digests measures">
          <thead>
            <tr>
              <th scope="col">{of}</th>
              {columns.map((column) => (
                <th scope="col" class="num" key={column}>
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
                  <td class="num" key={index}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </>
  )
}
