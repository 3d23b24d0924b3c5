import { DAYS, isDay } from './days.js'
import { Problem } from './problem.js'
import { parseTime } from './time.js'

/** Headings that the input must have. */
export const COLUMNS = ['Course', 'Teacher', 'Room', 'Group', 'Day', 'Start', 'End']

/**
 * @typedef {object} Lesson
 * @property {number} row Where it stands in the input.
 * @property {string} course
 * @property {string} teacher
 * @property {string} room
 * @property {string} group
 * @property {string} day
 * @property {number} start Minutes since midnight.
 * @property {number} end Minutes since midnight, later than the start.
 */

/**
 * Makes a lesson of the texts of one row, or says what is wrong with them.
 * @param {number} row Number of the row in the sheet.
 * @param {Map<string, string>} texts Heading → text of the cell.
 * @returns {Lesson}
 * @throws {Problem} Naming the row and the column.
 */
export function toLesson(row, texts) {
  requireEveryValue(row, texts)
  const start = readTime(row, 'Start', texts)
  const end = readTime(row, 'End', texts)
  if (end <= start) throw Problem.at(row, 'End', `${texts.get('End')} is not after the start, ${texts.get('Start')}`)
  return {
    row,
    course: texts.get('Course'),
    teacher: texts.get('Teacher'),
    room: texts.get('Room'),
    group: texts.get('Group'),
    day: readDay(row, texts),
    start,
    end,
  }
}

/**
 * Refuses a row in which a value is missing.
 * @param {number} row
 * @param {Map<string, string>} texts
 */
function requireEveryValue(row, texts) {
  const empty = COLUMNS.find((column) => texts.get(column) === '')
  if (empty) throw Problem.at(row, empty, 'the cell is empty')
}

/**
 * Takes the day of a row, refusing what is not a day of the timetable.
 * @param {number} row
 * @param {Map<string, string>} texts
 * @returns {string}
 */
function readDay(row, texts) {
  const day = texts.get('Day')
  if (!isDay(day)) throw Problem.at(row, 'Day', `${JSON.stringify(day)} is not one of ${DAYS.join(', ')}`)
  return day
}

/**
 * Takes a time of a row, refusing what is not written as HH:MM.
 * @param {number} row
 * @param {'Start' | 'End'} column
 * @param {Map<string, string>} texts
 * @returns {number} Minutes since midnight.
 */
function readTime(row, column, texts) {
  const text = texts.get(column)
  const minutes = parseTime(text)
  if (minutes === undefined) throw Problem.at(row, column, `${JSON.stringify(text)} is not a time such as "09:00"`)
  return minutes
}
