import { UNITS } from './units.js'

/**
 * Computes the body mass index, weight / height², rounded to one decimal.
 * @param {number} weight Greater than 0, in the given units.
 * @param {number} height Greater than 0, in the given units.
 * @param {'metric' | 'imperial'} units
 * @returns {number} Not finite if the numbers are beyond what can be computed.
 */
export function bodyMassIndex(weight, height, units) {
  const kilograms = weight * UNITS[units].weight.kilograms
  const metres = height * UNITS[units].height.metres
  return roundToOneDecimal(kilograms / (metres * metres))
}

/**
 * Rounds a positive number to one decimal, halves upwards, as people do it on paper.
 * @param {number} value
 * @returns {number}
 */
function roundToOneDecimal(value) {
  // Fifteen digits hide what binary fractions add or lose: 18.45 is stored as 18.449999999999999.
  return Math.round(Number((value * 10).toPrecision(15))) / 10
}
