const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/

/**
 * Reads a time of day such as "09:30".
 * @param {string} text
 * @returns {number | undefined} Minutes since midnight, or undefined where the text is no such time.
 */
export function parseTime(text) {
  const match = TIME.exec(text)
  return match ? Number(match[1]) * 60 + Number(match[2]) : undefined
}

/**
 * Writes a time of day as "HH:MM".
 * @param {number} minutes Minutes since midnight.
 * @returns {string}
 */
export function formatTime(minutes) {
  const twoDigits = (number) => String(number).padStart(2, '0')
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
}

/**
 * Writes the time slot of a lesson as "HH:MM-HH:MM".
 * @param {{ start: number, end: number }} lesson
 * @returns {string}
 */
export function formatSlot({ start, end }) {
  return `${formatTime(start)}-${formatTime(end)}`
}
