import { readFile } from 'node:fs/promises'
import ExcelJS from 'exceljs'
import { Problem } from './problem.js'

/**
 * @typedef {object} Row
 * @property {number} number Where it stands in the sheet; the headings are row 1.
 * @property {number} [actual] The value that is explained, where there is one.
 * @property {number[]} values Those that it is explained by.
 */

/**
 * Reads the rows of a dataset in which no value is missing, save perhaps the explained one.
 * @param {string} path
 * @param {string} target The heading of the explained column.
 * @param {string[]} named The headings of the others; none for all that hold no text.
 * @returns {Promise<{ predictors: string[], rows: Row[] }>}
 * @throws {Problem} Naming the file, the heading, or the row and the column.
 */
export async function readDataset(path, target, named) {
  // Reads the rows of a dataset in which no value is missing, save perhaps the explained one.
}

/**
 * Opens the first sheet of a workbook.
 * @param {string} path
 * @returns {Promise<ExcelJS.Worksheet>}
 * @throws {Problem} Naming the file, where it cannot be read or is not a workbook.
 */
async function openFirstSheet(path) {
  // Opens the first sheet of a workbook.
}

/**
 * Reads the bytes of the input file.
 * @param {string} path
 * @returns {Promise<Buffer>}
 * @throws {Problem} Naming the file and why it cannot be read.
 */
async function readBytes(path) {
  // Reads the bytes of the input file.
}

/**
 * Finds out in which column each heading stands.
 * @param {ExcelJS.Worksheet} sheet
 * @returns {Map<string, number>} Heading → number of the column, in the order of the sheet.
 */
function headingsOf(sheet) {
  // Finds out in which column each heading stands. Returns: heading → number of the column, in the order
  // of the sheet.
}

/**
 * Lists the columns that hold no text below their heading, without the explained one.
 * @param {ExcelJS.Worksheet} sheet
 * @param {Map<string, number>} headings
 * @param {string} target
 * @returns {string[]}
 */
function numericColumns(sheet, headings, target) {
  // Lists the columns that hold no text below their heading, without the explained one.
}

/**
 * Takes the number out of a cell.
 * @param {ExcelJS.Row} row
 * @param {number} place The number of the column.
 * @param {string} heading That of the column, for the message.
 * @returns {number | undefined} Undefined where the cell is empty.
 * @throws {Problem} Naming row and column, where the cell holds a text.
 */
function numberIn(row, place, heading) {
  // Takes the number out of a cell. Returns: undefined where the cell is empty.
}

/**
 * Tells a cell that holds something else than a number from one that holds a number or nothing.
 * @param {ExcelJS.Cell} cell
 * @returns {boolean}
 */
function isText(cell) {
  // Tells a cell that holds something else than a number from one that holds a number or nothing.
}

/**
 * Takes the text of a cell, without surrounding spaces.
 * @param {ExcelJS.Cell} cell
 * @returns {string}
 */
function textOf(cell) {
  // Takes the text of a cell, without surrounding spaces.
}
