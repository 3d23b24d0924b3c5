import { writeFile } from 'node:fs/promises'
import ExcelJS from 'exceljs'
import { predict } from './fit.js'

/**
 * Writes what was found into a workbook.
 * @param {string} path
 * @param {{ predictors: string[], rows: import('./input.js').Row[], model: import('./fit.js').Model }} found
 */
export async function writeWorkbook(path, { predictors, rows, model }) {
  const workbook = new ExcelJS.Workbook()
  addSheet(workbook, 'Coefficients', coefficients(predictors, model))
  addSheet(workbook, 'Fit', measures(model))
  addSheet(workbook, 'Predictions', predictions(rows, model))
  await writeFile(path, Buffer.from(await workbook.xlsx.writeBuffer()))
}

/**
 * Adds one table to a workbook.
 * @param {ExcelJS.Workbook} workbook
 * @param {string} name
 * @param {(string | number | null)[][]} rows The first one holds the headings.
 */
function addSheet(workbook, name, rows) {
  const sheet = workbook.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }] })
  sheet.addRows(rows)
  sheet.getRow(1).font = { bold: true }
  rows[0].forEach((_, place) => (sheet.getColumn(place + 1).width = 24))
}

/**
 * Lays out the coefficients: Term, Estimate, Std. error, t value.
 * @param {string[]} predictors
 * @param {import('./fit.js').Model} model
 * @returns {(string | number)[][]}
 */
function coefficients(predictors, { estimates, errors }) {
  const rows = ['Intercept', ...predictors].map((term, index) => {
    return [term, estimates[index], errors[index], ratio(estimates[index], errors[index])]
  })
  return [['Term', 'Estimate', 'Std. error', 't value'], ...rows]
}

/**
 * Divides an estimate by its standard error, which is 0 where nothing is left to be explained.
 * @param {number} estimate
 * @param {number} error
 * @returns {number | null}
 */
function ratio(estimate, error) {
  return error === 0 ? null : estimate / error
}

/**
 * Lays out how well the model fits: Measure, Value.
 * @param {import('./fit.js').Model} model
 * @returns {(string | number)[][]}
 */
function measures({ observations, rSquared, adjusted, residualError }) {
  return [
    ['Measure', 'Value'],
    ['Observations', observations],
    ['R squared', rSquared],
    ['Adjusted R squared', adjusted],
    ['Residual standard error', residualError],
  ]
}

/**
 * Lays out the predictions: Row, Actual, Predicted, Residual.
 * @param {import('./input.js').Row[]} rows
 * @param {import('./fit.js').Model} model
 * @returns {(string | number | null)[][]}
 */
function predictions(rows, { estimates }) {
  const lines = rows.map(({ number, actual, values }) => {
    const predicted = predict(estimates, values)
    return actual === undefined ? [number, null, predicted, null] : [number, actual, predicted, actual - predicted]
  })
  return [['Row', 'Actual', 'Predicted', 'Residual'], ...lines]
}
