/** Checks what a user typed. */
import { MEALS } from './calories.js'
import { isDate } from './dates.js'

export const MAX_NAME_LENGTH = 200
const MOST_CALORIES = 900
const MOST_GRAMS = 5000
const HIGHEST_GOAL = 9999

/** A decimal number without a sign, at most as long as one can mean it. */
const NUMBER = /^\d{1,6}(\.\d{1,6})?$/

/** Takes the texts of some fields out of a form, without the spaces around them. */
function textsOf(form, names) {
  // Takes the texts of some fields out of a form, without the spaces around them.
}

/** Says what is wrong with a name, or gives undefined; the message contains the word "name". */
function nameProblem(name, foods) {
  // Says what is wrong with a name, or gives undefined; the message contains the word "name".
}

/** Says what is wrong with the calories of a food, or gives undefined; the message contains the word "calories". */
function caloriesProblem(text) {
  // Says what is wrong with the calories of a food, or gives undefined; the message contains the word
  // "calories".
}

/** Says what is wrong with an amount, or gives undefined; the message contains the word "amount". */
function amountProblem(text) {
  // Says what is wrong with an amount, or gives undefined; the message contains the word "amount".
}

/** Turns a submitted form into the values of a food, which are kept as typed, and the list of what is wrong with them. */
export function readFood(form, foods) {
  // Turns a submitted form into the values of a food, which are kept as typed, and the list of what is
  // wrong with them.
}

/** Reads the day that a form or an address is about; anything but a date means none. */
export function readDate(fields) {
  // Reads the day that a form or an address is about; anything but a date means none.
}

/** Turns a submitted form into an entry of a day and the list of what is wrong with it. */
export function readEntry(form, store) {
  // Turns a submitted form into an entry of a day and the list of what is wrong with it.
}

/** Turns a submitted form into a goal and the list of what is wrong with it. */
export function readGoal(form) {
  // Turns a submitted form into a goal and the list of what is wrong with it.
}
