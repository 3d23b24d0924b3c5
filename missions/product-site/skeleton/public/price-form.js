/** The form that tells what machines cost. */
import { format, isQuantity, priceOf } from './price.js'

const form = undefined /* The value of form belongs here. */
const prices = undefined /* The value of prices belongs here. */
const problem = undefined /* The value of problem belongs here. */

/** Shows what the chosen machines cost, or that the quantity is wrong. */
function show() {
  // Shows what the chosen machines cost, or that the quantity is wrong.
}

/** Writes each amount into its cell. */
function showAmounts(amounts) {
  // Writes each amount into its cell.
}

// The program’s start belongs here: what runs when this file is loaded.
