/** The days of a timetable, in the order of its columns. */
export const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']

/**
 * Tells whether a text is the name of a day of the timetable.
 * @param {string} text
 * @returns {boolean}
 */
export function isDay(text) {
  // Tells whether a text is the name of a day of the timetable.
}

/**
 * Compares two days by their place in the week, for sorting.
 * @param {string} left
 * @param {string} right
 * @returns {number} Negative, zero or positive.
 */
export function compareDays(left, right) {
  // Compares two days by their place in the week, for sorting. Returns: negative, zero or positive.
}
