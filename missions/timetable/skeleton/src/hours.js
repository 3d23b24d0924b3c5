import { compareNames } from './names.js'

/**
 * Sums up the hours of each teacher and of all together.
 * @param {import('./lesson.js').Lesson[]} lessons
 * @returns {(string | number)[][]} A row of headings, a row for each teacher sorted by name, and the total.
 */
export function hoursTable(lessons) {
  // Sums up the hours of each teacher and of all together. Returns a row of headings, a row for each
  // teacher sorted by name, and the total.
}

/**
 * Adds up the minutes that each teacher teaches.
 * @param {import('./lesson.js').Lesson[]} lessons
 * @returns {Map<string, number>}
 */
function minutesByTeacher(lessons) {
  // Adds up the minutes that each teacher teaches.
}

/**
 * Turns minutes into hours, rounded to two decimals.
 * @param {number} minutes
 * @returns {number}
 */
function toHours(minutes) {
  // Turns minutes into hours, rounded to two decimals.
}
