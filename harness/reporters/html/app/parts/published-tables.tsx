import type { PublishedTable } from '../../../../contracts/schema.ts'
import { Scroll } from './scroll.tsx'

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
  return (
    <>
      <h3>{title}</h3>
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
