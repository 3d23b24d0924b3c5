import { compareNames } from './names.js'

/**
 * Sums up the hours of each teacher and of all together.
 * @param {import('./lesson.js').Lesson[]} lessons
 * @returns {(string | number)[][]} A row of headings, a row for each teacher sorted by name, and the total.
 */
export function hoursTable(lessons) {
  const minutes = minutesByTeacher(lessons)
  const names = [...minutes.keys()].sort(compareNames)
  const total = [...minutes.values()].reduce((sum, value) => sum + value, 0)
  return [['Teacher', 'Hours'], ...names.map((name) => [name, toHours(minutes.get(name))]), ['Total', toHours(total)]]
}

/**
 * Adds up the minutes that each teacher teaches.
 * @param {import('./lesson.js').Lesson[]} lessons
 * @returns {Map<string, number>}
 */
function minutesByTeacher(lessons) {
  const minutes = new Map()
  for (const { teacher, start, end } of lessons) minutes.set(teacher, (minutes.get(teacher) ?? 0) + end - start)
  return minutes
}

/**
 * Turns minutes into hours, rounded to two decimals.
 * @param {number} minutes
 * @returns {number}
 */
function toHours(minutes) {
  return Math.round((minutes * 100) / 60) / 100
}
