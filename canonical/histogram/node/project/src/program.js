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
const USAGE = 'usage: node main.js <numbers.csv> <column> [<number of bins>]'

/**
 * Runs the whole program: reads the numbers, writes table and picture, and prints how it went.
 * @param {string[]} args What was given on the command line.
 * @returns {Promise<number>} The exit code: 0, or 1 after a problem that was told on stderr.
 */
export async function runProgram(args) {
  try {
    console.log(await makeHistogram(readArguments(args)))
    return 0
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    console.error(error.message)
    return 1
  }
}

/**
 * Takes path, column and number of bins from the command line.
 * @param {string[]} args
 * @returns {{ path: string, column: string, bins: number }}
 * @throws {Problem} Where there are too few or too many, or saying "bins" where their number is none from 1 to 1000.
 */
function readArguments(args) {
  const [path, column, typed = String(DEFAULT_BINS)] = args
  if (path === undefined || column === undefined || args.length > 3) throw new Problem(USAGE)
  const bins = /^\d+$/.test(typed) ? Number(typed) : NaN
  if (!(bins >= 1 && bins <= MOST_BINS)) {
    throw new Problem(`"${typed}" bins are not possible: name a whole number from 1 to ${MOST_BINS}`)
  }
  return { path, column, bins }
}

/**
 * Makes table and picture of the numbers in a column.
 * @param {{ path: string, column: string, bins: number }} asked
 * @returns {Promise<string>} Such as "25 numbers, 3 empty, mean 31.42, median 30.85".
 */
async function makeHistogram({ path, column, bins }) {
  const { numbers, empty } = await readColumn(path, column)
  const counted = countInBins(numbers, bins)
  await writeFile(TABLE, tableOf(counted, numbers.length))
  await writeFile(PICTURE, encodePng(drawHistogram(counted)))
  const [middle, half] = [mean(numbers), median(numbers)].map((value) => value.toFixed(2))
  return `${numbers.length} numbers, ${empty} empty, mean ${middle}, median ${half}`
}

/**
 * Lays out the bins as a CSV table with the headings from, to, count and share.
 * @param {import('./bins.js').Bin[]} bins
 * @param {number} total How many numbers there are in all bins together.
 * @returns {string}
 */
function tableOf(bins, total) {
  const rows = bins.map(({ from, to, count }) => [format(from), format(to), format(count), format(count / total)])
  return formatCsv([['from', 'to', 'count', 'share'], ...rows])
}

/**
 * Writes a number with six decimals, or as it is where it is whole.
 * @param {number} value
 * @returns {string}
 */
function format(value) {
  return Number.isInteger(value) ? String(value) : value.toFixed(6)
}
