import { resolve } from 'node:path'
import { conflictsTable, findConflicts } from './conflicts.js'
import { hoursTable } from './hours.js'
import { readLessons } from './input.js'
import { writeWorkbook } from './output.js'
import { Problem } from './problem.js'
import { nameSheets } from './sheetNames.js'
import { groupLessons, weekOf } from './timetable.js'

const DEFAULT_OUTPUT = 'timetable.xlsx'
const USAGE = 'usage: node main.js <lessons.xlsx> [<timetable.xlsx>]'

/**
 * Runs the whole program: reads the lessons, writes the workbook, and prints how it went.
 * @param {string[]} args What was given on the command line.
 * @returns {Promise<number>} The exit code: 0, or 1 after a problem that was told on stderr.
 */
export async function runProgram(args) {
  try {
    console.log(await makeTimetable(readArguments(args)))
    return 0
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    console.error(error.message)
    return 1
  }
}

/**
 * Takes the two paths from the command line.
 * @param {string[]} args
 * @returns {{ input: string, output: string }}
 * @throws {Problem} Where there are too few or too many, or both name one file.
 */
function readArguments(args) {
  const [input, output = DEFAULT_OUTPUT] = args
  if (!input || !output || args.length > 2) throw new Problem(USAGE)
  if (resolve(input) === resolve(output)) throw new Problem(`${output}: the timetable must not replace its own input`)
  return { input, output }
}

/**
 * Makes the workbook of timetables from the workbook of lessons.
 * @param {{ input: string, output: string }} paths
 * @returns {Promise<string>} How many lessons, groups and conflicts there are.
 */
async function makeTimetable({ input, output }) {
  const lessons = await readLessons(input)
  const groups = groupLessons(lessons)
  const names = nameSheets(groups)
  const conflicts = findConflicts(lessons)
  await writeWorkbook(output, [
    ...[...groups].map(([group, own]) => ({ name: names.get(group), rows: weekOf(own) })),
    { name: 'Teachers', rows: hoursTable(lessons) },
    { name: 'Conflicts', rows: conflictsTable(conflicts) },
  ])
  return `${lessons.length} lessons, ${groups.size} groups, ${conflicts.length} conflicts`
}
