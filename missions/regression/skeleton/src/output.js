import { writeFile } from 'node:fs/promises'
import ExcelJS from 'exceljs'
import { predict } from './fit.js'

/**
 * Writes what was found into a workbook.
 * @param {string} path
 * @param {{ predictors: string[], rows: import('./input.js').Row[], model: import('./fit.js').Model }} found
 */
export async function writeWorkbook(path, { predictors, rows, model }) {
  // Writes what was found into a workbook.
}

/**
 * Adds one table to a workbook.
 * @param {ExcelJS.Workbook} workbook
 * @param {string} name
 * @param {(string | number | null)[][]} rows The first one holds the headings.
 */
function addSheet(workbook, name, rows) {
  // Adds one table to a workbook.
}

/**
 * Lays out the coefficients: Term, Estimate, Std. error, t value.
 * @param {string[]} predictors
 * @param {import('./fit.js').Model} model
 * @returns {(string | number)[][]}
 */
function coefficients(predictors, { estimates, errors }) {
  // Lays out the coefficients: Term, Estimate, Std. error, t value.
}

/**
 * Divides an estimate by its standard error, which is 0 where nothing is left to be explained.
 * @param {number} estimate
 * @param {number} error
 * @returns {number | null}
 */
function ratio(estimate, error) {
  // Divides an estimate by its standard error, which is 0 where nothing is left to be explained.
}

/**
 * Lays out how well the model fits: Measure, Value.
 * @param {import('./fit.js').Model} model
 * @returns {(string | number)[][]}
 */
function measures({ observations, rSquared, adjusted, residualError }) {
  // Lays out how well the model fits: Measure, Value.
}

/**
 * Lays out the predictions: Row, Actual, Predicted, Residual.
 * @param {import('./input.js').Row[]} rows
 * @param {import('./fit.js').Model} model
 * @returns {(string | number | null)[][]}
 */
function predictions(rows, { estimates }) {
  // Lays out the predictions: Row, Actual, Predicted, Residual.
}
