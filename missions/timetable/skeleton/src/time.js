const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/

/**
 * Reads a time of day such as "09:30".
 * @param {string} text
 * @returns {number | undefined} Minutes since midnight, or undefined where the text is no such time.
 */
export function parseTime(text) {
  // Reads a time of day such as "09:30". Returns: minutes since midnight, or undefined where the text is
  // no such time.
}

/**
 * Writes a time of day as "HH:MM".
 * @param {number} minutes Minutes since midnight.
 * @returns {string}
 */
export function formatTime(minutes) {
  // Writes a time of day as "HH:MM".
}

/**
 * Writes the time slot of a lesson as "HH:MM-HH:MM".
 * @param {{ start: number, end: number }} lesson
 * @returns {string}
 */
export function formatSlot({ start, end }) {
  // Writes the time slot of a lesson as "HH:MM-HH:MM".
}
