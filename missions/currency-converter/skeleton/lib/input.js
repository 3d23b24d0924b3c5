/** Checks what a user typed. */
import { CODES, DEFAULT_FROM, DEFAULT_TO, RATED } from './currencies.js'

/** A decimal number, at most as long as one can mean it. */
const NUMBER = /^-?\d{1,15}(\.\d{1,10})?$/

/** Reads one of the currencies; anything unknown means the one that is chosen at first. */
function readCode(text, first) {
  // Reads one of the currencies; anything unknown means the one that is chosen at first.
}

/** Reads what is to be converted, from a form or from the query of an address. */
export function readWish(fields) {
  // Reads what is to be converted, from a form or from the query of an address.
}

/** Says what is wrong with an amount, or gives undefined. */
export function amountProblem(amount) {
  // Says what is wrong with an amount, or gives undefined.
}

/** Reads the rates of a form: code → as it was typed. */
export function readRates(form) {
  // Reads the rates of a form: code → as it was typed.
}

/** Says what is wrong with typed rates, or gives undefined. */
export function ratesProblem(typed) {
  // Says what is wrong with typed rates, or gives undefined.
}
