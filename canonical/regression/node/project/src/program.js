import { fit } from './fit.js'
import { readDataset } from './input.js'
import { writeWorkbook } from './output.js'
import { Problem } from './problem.js'

/** The workbook that is written into the current folder. */
const OUTPUT = 'regression.xlsx'
const USAGE = 'usage: node main.js <dataset.xlsx> <explained column> [<column>…]'

/**
 * Runs the whole program: reads the dataset, writes the workbook, and prints how it went.
 * @param {string[]} args What was given on the command line.
 * @returns {Promise<number>} The exit code: 0, or 1 after a problem that was told on stderr.
 */
export async function runProgram(args) {
  try {
    console.log(await explain(args))
    return 0
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    console.error(error.message)
    return 1
  }
}

/**
 * Explains one column by others.
 * @param {string[]} args The path, the heading of the explained column and those of the others, if any.
 * @returns {Promise<string>} Such as "25 observations, 2 predictors, R squared 0.8713".
 */
async function explain([path, target, ...named]) {
  if (path === undefined || target === undefined) throw new Problem(USAGE)
  const { predictors, rows } = await readDataset(path, target, named)
  const observations = rows.filter((row) => row.actual !== undefined)
  const model = fit(observations)
  await writeWorkbook(OUTPUT, { predictors, rows, model })
  const rSquared = model.rSquared.toFixed(4)
  return `${observations.length} observations, ${predictors.length} predictors, R squared ${rSquared}`
}
