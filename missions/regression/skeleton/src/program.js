import { fit } from './fit.js'
import { readDataset } from './input.js'
import { writeWorkbook } from './output.js'
import { Problem } from './problem.js'

/** The workbook that is written into the current folder. */
const OUTPUT = 'regression.xlsx'
const USAGE = '' /* The text of USAGE belongs here. */

/**
 * Runs the whole program: reads the dataset, writes the workbook, and prints how it went.
 * @param {string[]} args What was given on the command line.
 * @returns {Promise<number>} The exit code: 0, or 1 after a problem that was told on stderr.
 */
export async function runProgram(args) {
  // Runs the whole program: reads the dataset, writes the workbook, and prints how it went. Returns the
  // exit code: 0, or 1 after a problem that was told on stderr.
}

/**
 * Explains one column by others.
 * @param {string[]} args The path, the heading of the explained column and those of the others, if any.
 * @returns {Promise<string>} Such as "25 observations, 2 predictors, R squared 0.8713".
 */
async function explain([path, target, ...named]) {
  // Explains one column by others. Returns: such as "25 observations, 2 predictors, R squared 0.8713".
}
