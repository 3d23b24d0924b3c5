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
  const workbook = new ExcelJS.Workbook()
  for (const { name, rows } of sheets) addSheet(workbook, name, rows)
  const bytes = Buffer.from(await workbook.xlsx.writeBuffer())
  try {
    await writeFile(path, bytes)
  } catch (error) {
    throw new Problem(`${path}: the file cannot be written (${error.code})`)
  }
}

/**
 * Adds one table to a workbook, with its headings kept in view.
 * @param {ExcelJS.Workbook} workbook
 * @param {string} name
 * @param {(string | number)[][]} rows The first one holds the headings.
 */
function addSheet(workbook, name, rows) {
  const sheet = workbook.addWorksheet(name, { views: [{ state: 'frozen', xSplit: 1, ySplit: 1 }] })
  for (const row of rows) sheet.addRow(row.map((value) => (value === '' ? null : value)))
  rows[0].forEach((_, place) => styleColumn(sheet.getColumn(place + 1), widthOf(rows, place)))
  sheet.getRow(1).eachCell((cell) => Object.assign(cell, { font: { bold: true }, fill: HEADING_FILL }))
}

/**
 * Sets the width of a column, and lets its cells break lines.
 * @param {ExcelJS.Column} column
 * @param {number} width In characters.
 */
function styleColumn(column, width) {
  column.width = width
  column.alignment = { vertical: 'top', wrapText: true }
}

/**
 * Works out how wide a column has to be for its longest line, within reason.
 * @param {(string | number)[][]} rows
 * @param {number} place
 * @returns {number} In characters.
 */
function widthOf(rows, place) {
  const lengths = rows.flatMap((row) =>
    String(row[place])
      .split('\n')
      .map((line) => line.length),
  )
  return Math.min(Math.max(...lengths) + 2, WIDEST_COLUMN)
}
