import { categoryOf } from '../categories.js'
import { escapeHtml, layout } from '../html.js'
import { UNITS } from '../units.js'

/**
 * Makes the page of the calculator.
 * @param {import('../form.js').Form} form
 * @returns {string} The whole document.
 */
export function calculatorPage(form) {
  // Makes the page of the calculator. Returns the whole document.
}

/**
 * Makes the radio button that chooses a system of units.
 * @param {'metric' | 'imperial'} units The one that the button stands for.
 * @param {'metric' | 'imperial'} chosen The one that is chosen.
 * @returns {string}
 */
function unitsChoice(units, chosen) {
  // Makes the radio button that chooses a system of units.
}

/**
 * Makes a labelled field for a number.
 * @param {'weight' | 'height'} name
 * @param {string} label
 * @param {string} typed What it holds.
 * @returns {string}
 */
function field(name, label, typed) {
  // Makes a labelled field for a number.
}

/**
 * Makes the part below the form: the result, or the messages, or nothing.
 * @param {import('../form.js').Form} form
 * @returns {string}
 */
function outcome({ bmi, messages }) {
  // Makes the part below the form: the result, or the messages, or nothing.
}
