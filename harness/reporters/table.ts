import { stripVTControlCharacters, styleText } from 'node:util'

export { percent } from './percent.ts'

type Colour = Parameters<typeof styleText>[0]

/** Columns padded to their widest cell; numbers to the right. The first row is the head. */
export function formatTable(rows: readonly (readonly string[])[], rightAligned: readonly number[] = []): string {
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const widthOfColumn = (column: number) => rows.reduce((most, row) => Math.max(most, widthOf(row[column] ?? '')), 0)
  const widths = Array.from({ length: columns }, (_, column) => widthOfColumn(column))
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => {
        const gap = ' '.repeat((widths[column] ?? 0) - widthOf(cell))
        return rightAligned.includes(column) ? gap + cell : cell + gap
      })
      .join('  ')
      .trimEnd()
  const [head = [], ...body] = rows
  return [line(head), widths.map((width) => '─'.repeat(width)).join('  '), ...body.map(line)].join('\n')
}

function widthOf(cell: string): number {
  return stripVTControlCharacters(cell).length
}

/** A stream that may be a terminal. */
export type Terminal = NodeJS.WritableStream & {
  readonly isTTY?: boolean
  readonly columns?: number
  readonly rows?: number
}

/** Uses colours only if the stream is a terminal and the user wants them (no-color.org). */
export function paint(stream: Terminal, colour: Colour, text: string): string {
  const wanted = stream.isTTY === true && (process.env['NO_COLOR'] ?? '') === ''
  return wanted ? styleText(colour, text, { validateStream: false }) : text
}
