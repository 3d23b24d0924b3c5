/** The days of a timetable, in the order of its columns. */
export const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']

/**
 * Tells whether a text is the name of a day of the timetable.
 * @param {string} text
 * @returns {boolean}
 */
export function isDay(text) {
  return DAYS.includes(text)
}

/**
 * Compares two days by their place in the week, for sorting.
 * @param {string} left
 * @param {string} right
 * @returns {number} Negative, zero or positive.
 */
export function compareDays(left, right) {
  return DAYS.indexOf(left) - DAYS.indexOf(right)
}
