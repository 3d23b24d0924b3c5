import { readFile } from 'node:fs/promises'
import { parseCsv } from './csv.js'
import { Problem } from './problem.js'

/** A decimal number with a point, such as 12, -0.5, +3, .5 or 1.2e3. */
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/**
 * Reads the numbers of a column, skipping empty cells.
 * @param {string} path
 * @param {string} column Its heading.
 * @returns {Promise<{ numbers: number[], empty: number }>} At least one number, and how many cells were empty.
 * @throws {Problem} Naming the file, the column or the row, or saying "no numbers".
 */
export async function readColumn(path, column) {
  const [headings, ...rows] = parseCsv(await readText(path))
  const place = headings.findIndex((heading) => heading.trim() === column.trim())
  if (place === -1) throw new Problem(`${path}: row 1 has no column "${column}"`)
  const cells = rows.map((row) => (row[place] ?? '').trim())
  const numbers = cells.flatMap((text, index) => (text === '' ? [] : [readNumber(text, index + 2)]))
  if (numbers.length === 0) throw new Problem(`${path}: there are no numbers in column "${column}"`)
  return { numbers, empty: cells.length - numbers.length }
}

/**
 * Reads the number of a cell.
 * @param {string} text
 * @param {number} row Where it stands; the headings are row 1.
 * @returns {number}
 * @throws {Problem} Naming the row, where it is none.
 */
function readNumber(text, row) {
  const value = NUMBER.test(text) ? Number(text) : NaN
  if (!Number.isFinite(value)) throw new Problem(`row ${row}: ${JSON.stringify(text)} is no number`)
  return value
}

/**
 * Reads a file as text.
 * @param {string} path
 * @returns {Promise<string>} Without a byte order mark.
 * @throws {Problem} Naming the file and why it cannot be read.
 */
async function readText(path) {
  try {
    return (await readFile(path, 'utf8')).replace(/^\ufeff/, '')
  } catch (error) {
    const reason = error.code === 'ENOENT' ? 'there is no such file' : `the file cannot be read (${error.code})`
    throw new Problem(`${path}: ${reason}`)
  }
}
