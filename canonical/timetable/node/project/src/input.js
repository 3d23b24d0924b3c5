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
  const sheet = await openFirstSheet(path)
  const places = findColumns(sheet, path)
  const lessons = []
  sheet.eachRow((row, number) => {
    const texts = textsOf(row, places)
    if (number > 1 && !isBlank(texts)) lessons.push(toLesson(number, texts))
  })
  if (lessons.length === 0) throw new Problem(`${path}: there are no lessons below the headings`)
  return lessons
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
 * @param {string} path Named in the message where a heading is missing.
 * @returns {Map<string, number>} Heading → number of the column.
 */
function findColumns(sheet, path) {
  const places = new Map()
  sheet.getRow(1).eachCell((cell, number) => {
    const heading = textOf(cell)
    if (!places.has(heading)) places.set(heading, number)
  })
  const missing = COLUMNS.filter((column) => !places.has(column))
  if (missing.length > 0) throw new Problem(`${path}: row 1 has no column ${missing.join(', ')}`)
  return new Map(COLUMNS.map((column) => [column, places.get(column)]))
}

/**
 * Takes the texts of a row that matter, by heading.
 * @param {ExcelJS.Row} row
 * @param {Map<string, number>} places
 * @returns {Map<string, string>}
 */
function textsOf(row, places) {
  return new Map([...places].map(([column, place]) => [column, textOf(row.getCell(place))]))
}

/**
 * Takes the text of a cell, without surrounding spaces; a number counts as its digits.
 * @param {ExcelJS.Cell} cell
 * @returns {string}
 */
function textOf(cell) {
  return String(cell.text ?? '').trim()
}

/**
 * Tells whether a row holds nothing at all in the columns that matter.
 * @param {Map<string, string>} texts
 * @returns {boolean}
 */
function isBlank(texts) {
  return [...texts.values()].every((text) => text === '')
}
