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
  // Reads the numbers of a column, skipping empty cells. Returns: at least one number, and how many
  // cells were empty.
}

/**
 * Reads the number of a cell.
 * @param {string} text
 * @param {number} row Where it stands; the headings are row 1.
 * @returns {number}
 * @throws {Problem} Naming the row, where it is none.
 */
function readNumber(text, row) {
  // Reads the number of a cell.
}

/**
 * Reads a file as text.
 * @param {string} path
 * @returns {Promise<string>} Without a byte order mark.
 * @throws {Problem} Naming the file and why it cannot be read.
 */
async function readText(path) {
  // Reads a file as text. Returns: without a byte order mark.
}
