import { resolve } from 'node:path'
import { conflictsTable, findConflicts } from './conflicts.js'
import { hoursTable } from './hours.js'
import { readLessons } from './input.js'
import { writeWorkbook } from './output.js'
import { Problem } from './problem.js'
import { nameSheets } from './sheetNames.js'
import { groupLessons, weekOf } from './timetable.js'

const DEFAULT_OUTPUT = 'timetable.xlsx'
const USAGE = '' /* The text of USAGE belongs here. */

/**
 * Runs the whole program: reads the lessons, writes the workbook, and prints how it went.
 * @param {string[]} args What was given on the command line.
 * @returns {Promise<number>} The exit code: 0, or 1 after a problem that was told on stderr.
 */
export async function runProgram(args) {
  // Runs the whole program: reads the lessons, writes the workbook, and prints how it went. Returns the
  // exit code: 0, or 1 after a problem that was told on stderr.
}

/**
 * Takes the two paths from the command line.
 * @param {string[]} args
 * @returns {{ input: string, output: string }}
 * @throws {Problem} Where there are too few or too many, or both name one file.
 */
function readArguments(args) {
  // Takes the two paths from the command line.
}

/**
 * Makes the workbook of timetables from the workbook of lessons.
 * @param {{ input: string, output: string }} paths
 * @returns {Promise<string>} How many lessons, groups and conflicts there are.
 */
async function makeTimetable({ input, output }) {
  // Makes the workbook of timetables from the workbook of lessons. Returns how many lessons, groups and
  // conflicts there are.
}
