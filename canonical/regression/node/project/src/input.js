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
  const sheet = await openFirstSheet(path)
  const headings = headingsOf(sheet)
  const predictors = named.length > 0 ? named : numericColumns(sheet, headings, target)
  const missing = [target, ...predictors].find((heading) => !headings.has(heading))
  if (missing !== undefined) throw new Problem(`${path}: row 1 has no column ${missing}`)
  const rows = []
  sheet.eachRow((row, number) => {
    if (number === 1) return
    const actual = numberIn(row, headings.get(target), target)
    const values = predictors.map((heading) => numberIn(row, headings.get(heading), heading))
    if (values.every((value) => value !== undefined)) rows.push({ number, actual, values })
  })
  return { predictors, rows }
}

/**
 * Opens the first sheet of a workbook.
 * @param {string} path
 * @returns {Promise<ExcelJS.Worksheet>}
 * @throws {Problem} Naming the file, where it cannot be read or is not a workbook.
 */
async function openFirstSheet(path) {
  const bytes = await readBytes(path)
  const workbook = new ExcelJS.Workbook()
  try {
    await workbook.xlsx.load(bytes)
  } catch {
    throw new Problem(`${path}: this is not an Excel workbook (.xlsx)`)
  }
  const [sheet] = workbook.worksheets
  if (!sheet) throw new Problem(`${path}: this is not an Excel workbook (.xlsx) with a sheet in it`)
  return sheet
}

/**
 * Reads the bytes of the input file.
 * @param {string} path
 * @returns {Promise<Buffer>}
 * @throws {Problem} Naming the file and why it cannot be read.
 */
async function readBytes(path) {
  try {
    return await readFile(path)
  } catch (error) {
    const reason = error.code === 'ENOENT' ? 'there is no such file' : `the file cannot be read (${error.code})`
    throw new Problem(`${path}: ${reason}`)
  }
}

/**
 * Finds out in which column each heading stands.
 * @param {ExcelJS.Worksheet} sheet
 * @returns {Map<string, number>} Heading → number of the column, in the order of the sheet.
 */
function headingsOf(sheet) {
  const places = new Map()
  sheet.getRow(1).eachCell((cell, number) => {
    const heading = textOf(cell)
    if (!places.has(heading)) places.set(heading, number)
  })
  return places
}

/**
 * Lists the columns that hold no text below their heading, without the explained one.
 * @param {ExcelJS.Worksheet} sheet
 * @param {Map<string, number>} headings
 * @param {string} target
 * @returns {string[]}
 */
function numericColumns(sheet, headings, target) {
  const texts = new Set()
  sheet.eachRow((row, number) => {
    if (number > 1) row.eachCell((cell, place) => texts.add(isText(cell) ? place : undefined))
  })
  return [...headings].filter(([heading, place]) => heading !== target && !texts.has(place)).map(([heading]) => heading)
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
  const cell = row.getCell(place)
  if (isText(cell)) throw Problem.at(row.number, heading, `${JSON.stringify(textOf(cell))} is no number`)
  return textOf(cell) === '' ? undefined : Number(cell.result ?? cell.value)
}

/**
 * Tells a cell that holds something else than a number from one that holds a number or nothing.
 * @param {ExcelJS.Cell} cell
 * @returns {boolean}
 */
function isText(cell) {
  return textOf(cell) !== '' && typeof (cell.result ?? cell.value) !== 'number'
}

/**
 * Takes the text of a cell, without surrounding spaces.
 * @param {ExcelJS.Cell} cell
 * @returns {string}
 */
function textOf(cell) {
  return String(cell.text ?? '').trim()
}
