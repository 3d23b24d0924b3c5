import { ExpectationNotMet, ProjectFault } from '../../errors.ts'
import { count, limits } from './limits.ts'

/**
 * Parses a CSV file as in RFC 4180: commas, double quotes, CRLF or LF. Rows may differ in length.
 * @throws ProjectFault if it exceeds a limit
 * @throws ExpectationNotMet if it is not UTF-8, or not CSV, naming the row
 */
export function parseCsv(file: Uint8Array): string[][] {
  return new CsvReader(decode(file)).rows()
}

function decode(file: Uint8Array): string {
  try {
    // The decoder also removes a byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch (error) {
    throw new ExpectationNotMet('is not UTF-8 text', { cause: error })
  }
}

/** Characters that end a cell without quotes, or are not allowed in one. */
const SPECIAL = /[",\r\n]/g

class CsvReader {
  readonly #text: string
  readonly #rows: string[][] = []
  #position = 0
  #cells = 0

  constructor(text: string) {
    this.#text = text
  }

  rows(): string[][] {
    while (this.#position < this.#text.length) {
      if (this.#rows.length === limits.table.rows) {
        throw new ProjectFault(`has more than ${count(limits.table.rows)} rows`)
      }
      this.#rows.push([])
      this.#readRow()
    }
    return this.#rows
  }

  #readRow(): void {
    do this.#addCell(this.#text[this.#position] === '"' ? this.#quoted() : this.#plain())
    while (this.#skip(','))
    if (this.#position < this.#text.length && !this.#skip('\r\n') && !this.#skip('\n')) {
      throw this.#malformed('a quote or carriage return where a comma or line end is expected')
    }
  }

  #plain(): string {
    SPECIAL.lastIndex = this.#position
    const end = SPECIAL.exec(this.#text)?.index ?? this.#text.length
    const cell = this.#text.slice(this.#position, end)
    this.#position = end
    return cell
  }

  #quoted(): string {
    const begin = this.#position + 1
    let end = this.#text.indexOf('"', begin)
    while (end !== -1 && this.#text[end + 1] === '"') {
      this.#checkLength(end - begin)
      end = this.#text.indexOf('"', end + 2)
    }
    this.#checkLength((end === -1 ? this.#text.length : end) - begin)
    if (end === -1) throw this.#malformed('a quote is never closed')
    this.#position = end + 1
    return this.#text.slice(begin, end).replaceAll('""', '"')
  }

  #skip(text: string): boolean {
    if (!this.#text.startsWith(text, this.#position)) return false
    this.#position += text.length
    return true
  }

  #addCell(cell: string): void {
    const { columns, cells } = limits.table
    this.#checkLength(cell.length)
    const row = this.#rows.at(-1)
    if (row?.push(cell) === columns + 1) throw new ProjectFault(`has more than ${count(columns)} columns`)
    this.#cells += 1
    if (this.#cells > cells) throw new ProjectFault(`has more than ${count(cells)} cells`)
  }

  #checkLength(length: number): void {
    const { cellLength } = limits.table
    if (length > cellLength) throw new ProjectFault(`has a cell of more than ${count(cellLength)} characters`)
  }

  #malformed(what: string): ExpectationNotMet {
    return new ExpectationNotMet(`is not CSV: ${what}, in row ${count(this.#rows.length)}`)
  }
}
