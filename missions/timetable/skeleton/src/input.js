import { readFile } from 'node:fs/promises'
import ExcelJS from 'exceljs'
import { COLUMNS, toLesson } from './lesson.js'
import { Problem } from './problem.js'

/**
 * Reads all lessons of a workbook, in the order in which they stand there.
 * @param {string} path
 * @returns {Promise<import('./lesson.js').Lesson[]>} At least one.
 * @throws {Problem} Naming the file, the column, or the row and the column.
 */
export async function readLessons(path) {
  // Reads all lessons of a workbook, in the order in which they stand there. Returns: at least one.
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
 * @param {string} path Named in the message where a heading is missing.
 * @returns {Map<string, number>} Heading → number of the column.
 */
function findColumns(sheet, path) {
  // Finds out in which column each heading stands. Returns: heading → number of the column.
}

/**
 * Takes the texts of a row that matter, by heading.
 * @param {ExcelJS.Row} row
 * @param {Map<string, number>} places
 * @returns {Map<string, string>}
 */
function textsOf(row, places) {
  // Takes the texts of a row that matter, by heading.
}

/**
 * Takes the text of a cell, without surrounding spaces; a number counts as its digits.
 * @param {ExcelJS.Cell} cell
 * @returns {string}
 */
function textOf(cell) {
  // Takes the text of a cell, without surrounding spaces; a number counts as its digits.
}

/**
 * Tells whether a row holds nothing at all in the columns that matter.
 * @param {Map<string, string>} texts
 * @returns {boolean}
 */
function isBlank(texts) {
  // Tells whether a row holds nothing at all in the columns that matter.
}
