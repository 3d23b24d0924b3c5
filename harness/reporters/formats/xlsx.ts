import { PassThrough } from 'node:stream'
import type { stream } from 'exceljs'
import { HarnessFault } from '../../errors.ts'
import { plainText, shortenText } from '../printable.ts'
import type { Format, RunResult } from './format.ts'
import type { Cell, Sheet } from './columns.ts'
import { sheetsOf } from './sheets.ts'

/** A workbook of all sheets of a run, streamed: it is never in memory as a whole. */
export const xlsxFormat: Format = {
  file: 'run.xlsx',
  text: false,
  async *write(result: RunResult) {
    const { default: exceljs } = await import('exceljs')
    const bytes = new PassThrough()
    const book = new exceljs.stream.xlsx.WorkbookWriter({ stream: bytes, useStyles: true, useSharedStrings: true })
    const written = writeBook(book, sheetsOf(result)).catch((error: unknown) => bytes.destroy(error as Error))
    yield* bytes as AsyncIterable<Uint8Array>
    await written
  },
}

type Book = stream.xlsx.WorkbookWriter

async function writeBook(book: Book, sheets: readonly Sheet[]): Promise<void> {
  for (const sheet of sheets) await writeSheet(book, sheet)
  await book.commit()
}

/** Most rows of one sheet, including its header (a limit of Excel). */
const MOST_ROWS = 1_048_576
const BATCH = 200

async function writeSheet(book: Book, { name, columns, rows }: Sheet): Promise<void> {
  const sheet = book.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1, xSplit: 0 }] })
  sheet.columns = columns.map((column) => ({ key: column, width: widthOf(column) }))
  const head = sheet.addRow([...columns])
  head.font = { bold: true }
  head.commit()
  let count = 1
  for (const cells of rows()) {
    count += 1
    if (count > MOST_ROWS)
      throw new HarnessFault(
        `a sheet holds ${String(MOST_ROWS)} rows, and "${name}" has more; use --format csv or jsonl`,
      )
    addRow(sheet, cells)
    // The archive is read while it is written. Without a pause, all of it would stay in memory.
    if (count % BATCH === 0) await new Promise(setImmediate)
  }
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: Math.max(count, 2), column: columns.length } }
  sheet.commit()
}

function addRow(sheet: ReturnType<Book['addWorksheet']>, cells: readonly Cell[]): void {
  const row = sheet.addRow(cells.map((cell) => (typeof cell === 'string' ? cellText(cell) : cell)))
  // Marked as text, so that a value that looks like a formula stays a text when somebody edits the cell.
  for (const [index, cell] of cells.entries()) if (typeof cell === 'string') row.getCell(index + 1).numFmt = '@'
  row.commit()
}

/** Most characters of a cell (a limit of Excel). */
const MOST_CHARACTERS = 32_767

function cellText(text: string): string {
  return shortenText(plainText(text), MOST_CHARACTERS)
}

const WIDE: Readonly<Record<string, number>> = {
  reason: 60,
  expects: 60,
  trial: 36,
  run: 28,
  function: 28,
  testcode: 24,
}

function widthOf(column: string): number {
  return WIDE[column] ?? Math.max(10, column.length + 4)
}
