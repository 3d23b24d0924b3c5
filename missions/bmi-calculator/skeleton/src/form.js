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
  // Reads the form from the query of an address and computes the result if it asks for one.
}

/**
 * Tells whether the form was sent, even with empty fields.
 * @param {URLSearchParams} query
 * @returns {boolean}
 */
function isFilledIn(query) {
  // Tells whether the form was sent, even with empty fields.
}

/**
 * Computes the result of what was typed, or says what is wrong with it.
 * @param {{ units: 'metric' | 'imperial', weight: string, height: string }} typed
 * @returns {{ bmi?: number, messages: string[] }}
 */
function evaluate({ units, weight: typedWeight, height: typedHeight }) {
  // Computes the result of what was typed, or says what is wrong with it.
}
