import { writeFile } from 'node:fs/promises'
import { countInBins } from './bins.js'
import { formatCsv } from './csv.js'
import { drawHistogram } from './drawing.js'
import { readColumn } from './input.js'
import { encodePng } from './png.js'
import { Problem } from './problem.js'
import { mean, median } from './statistics.js'

/** The files that are written into the current folder. */
const TABLE = 'histogram.csv'
const PICTURE = 'histogram.png'

const DEFAULT_BINS = 10
const MOST_BINS = 1000
const USAGE = '' /* The text of USAGE belongs here. */

/**
 * Runs the whole program: reads the numbers, writes table and picture, and prints how it went.
 * @param {string[]} args What was given on the command line.
 * @returns {Promise<number>} The exit code: 0, or 1 after a problem that was told on stderr.
 */
export async function runProgram(args) {
  // Runs the whole program: reads the numbers, writes table and picture, and prints how it went. Returns
  // the exit code: 0, or 1 after a problem that was told on stderr.
}

/**
 * Takes path, column and number of bins from the command line.
 * @param {string[]} args
 * @returns {{ path: string, column: string, bins: number }}
 * @throws {Problem} Where there are too few or too many, or saying "bins" where their number is none from 1 to 1000.
 */
function readArguments(args) {
  // Takes path, column and number of bins from the command line.
}

/**
 * Makes table and picture of the numbers in a column.
 * @param {{ path: string, column: string, bins: number }} asked
 * @returns {Promise<string>} Such as "25 numbers, 3 empty, mean 31.42, median 30.85".
 */
async function makeHistogram({ path, column, bins }) {
  // Makes table and picture of the numbers in a column. Returns: such as "25 numbers, 3 empty, mean
  // 31.42, median 30.85".
}

/**
 * Lays out the bins as a CSV table with the headings from, to, count and share.
 * @param {import('./bins.js').Bin[]} bins
 * @param {number} total How many numbers there are in all bins together.
 * @returns {string}
 */
function tableOf(bins, total) {
  // Lays out the bins as a CSV table with the headings from, to, count and share.
}

/**
 * Writes a number with six decimals, or as it is where it is whole.
 * @param {number} value
 * @returns {string}
 */
function format(value) {
  // Writes a number with six decimals, or as it is where it is whole.
}
