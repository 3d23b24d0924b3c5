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
  // Makes a lesson of the texts of one row, or says what is wrong with them.
}

/**
 * Refuses a row in which a value is missing.
 * @param {number} row
 * @param {Map<string, string>} texts
 */
function requireEveryValue(row, texts) {
  // Refuses a row in which a value is missing.
}

/**
 * Takes the day of a row, refusing what is not a day of the timetable.
 * @param {number} row
 * @param {Map<string, string>} texts
 * @returns {string}
 */
function readDay(row, texts) {
  // Takes the day of a row, refusing what is not a day of the timetable.
}

/**
 * Takes a time of a row, refusing what is not written as HH:MM.
 * @param {number} row
 * @param {'Start' | 'End'} column
 * @param {Map<string, string>} texts
 * @returns {number} Minutes since midnight.
 */
function readTime(row, column, texts) {
  // Takes a time of a row, refusing what is not written as HH:MM. Returns: minutes since midnight.
}
