import { writeFile } from 'node:fs/promises'
import ExcelJS from 'exceljs'
import { Problem } from './problem.js'

const HEADING_FILL = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFDCE6F1' } }
const WIDEST_COLUMN = 48

/**
 * Writes tables into a workbook, each on a sheet of its own.
 * @param {string} path
 * @param {{ name: string, rows: (string | number)[][] }[]} sheets In the order in which they shall stand.
 * @throws {Problem} Naming the file, where it cannot be written.
 */
export async function writeWorkbook(path, sheets) {
  // Writes tables into a workbook, each on a sheet of its own.
}

/**
 * Adds one table to a workbook, with its headings kept in view.
 * @param {ExcelJS.Workbook} workbook
 * @param {string} name
 * @param {(string | number)[][]} rows The first one holds the headings.
 */
function addSheet(workbook, name, rows) {
  // Adds one table to a workbook, with its headings kept in view.
}

/**
 * Sets the width of a column, and lets its cells break lines.
 * @param {ExcelJS.Column} column
 * @param {number} width In characters.
 */
function styleColumn(column, width) {
  // Sets the width of a column, and lets its cells break lines.
}

/**
 * Works out how wide a column has to be for its longest line, within reason.
 * @param {(string | number)[][]} rows
 * @param {number} place
 * @returns {number} In characters.
 */
function widthOf(rows, place) {
  // Works out how wide a column has to be for its longest line, within reason. Returns: in characters.
}
