import { bodyMassIndex } from './bmi.js'
import { measure } from './measurement.js'
import { unitsNamed } from './units.js'

/**
 * What the calculator shows: what was typed, and either a result, messages, or (before the first use) neither.
 * @typedef {object} Form
 * @property {'metric' | 'imperial'} units
 * @property {string} weight As it was typed.
 * @property {string} height As it was typed.
 * @property {number} [bmi] Rounded to one decimal.
 * @property {string[]} messages What is wrong with the input.
 */

/**
 * Reads the form from the query of an address and computes the result if it asks for one.
 * @param {URLSearchParams} query
 * @returns {Form}
 */
export function readForm(query) {
  const units = unitsNamed(query.get('units'))
  if (query.has('clear') || !isFilledIn(query)) return { units, weight: '', height: '', messages: [] }
  const typed = { units, weight: query.get('weight') ?? '', height: query.get('height') ?? '' }
  return { ...typed, ...evaluate(typed) }
}

/**
 * Tells whether the form was sent, even with empty fields.
 * @param {URLSearchParams} query
 * @returns {boolean}
 */
function isFilledIn(query) {
  return query.has('weight') || query.has('height')
}

/**
 * Computes the result of what was typed, or says what is wrong with it.
 * @param {{ units: 'metric' | 'imperial', weight: string, height: string }} typed
 * @returns {{ bmi?: number, messages: string[] }}
 */
function evaluate({ units, weight: typedWeight, height: typedHeight }) {
  const weight = measure('weight', typedWeight)
  const height = measure('height', typedHeight)
  const messages = [weight.message, height.message].filter((message) => message !== undefined)
  if (messages.length > 0) return { messages }
  const bmi = bodyMassIndex(weight.value, height.value, units)
  if (!Number.isFinite(bmi)) return { messages: ['This weight and height are too extreme to compute with.'] }
  return { bmi, messages: [] }
}
