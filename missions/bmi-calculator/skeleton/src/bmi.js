import { UNITS } from './units.js'

/**
 * Computes the body mass index, weight / height², rounded to one decimal.
 * @param {number} weight Greater than 0, in the given units.
 * @param {number} height Greater than 0, in the given units.
 * @param {'metric' | 'imperial'} units
 * @returns {number} Not finite if the numbers are beyond what can be computed.
 */
export function bodyMassIndex(weight, height, units) {
  // Computes the body mass index, weight / height², rounded to one decimal. Returns: not finite if the
  // numbers are beyond what can be computed.
}

/**
 * Rounds a positive number to one decimal, halves upwards, as people do it on paper.
 * @param {number} value
 * @returns {number}
 */
function roundToOneDecimal(value) {
  // Rounds a positive number to one decimal, halves upwards, as people do it on paper.
}
