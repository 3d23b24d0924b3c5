/** Checks what was typed. */
import { isDate } from './calendar.js'
import { parseMoney } from './money.js'

export const MAX_LENGTH = 200

/** Says what is wrong with a text that must not be blank, or gives undefined; the message contains the given word. */
function textProblem(word, text) {
  // Says what is wrong with a text that must not be blank, or gives undefined; the message contains the
  // given word.
}

/** Says what is wrong with an amount, or gives undefined; the message contains the word "amount". */
function amountProblem(cents) {
  // Says what is wrong with an amount, or gives undefined; the message contains the word "amount".
}

/** Takes a field out of a form, without the spaces around it. */
function textOf(form, name) {
  // Takes a field out of a form, without the spaces around it.
}

/** Takes a text that must not be blank, such as a title or a reason, and the list of what is wrong with it. */
export function readText(form, name) {
  // Takes a text that must not be blank, such as a title or a reason, and the list of what is wrong with
  // it.
}

/** Turns a submitted form into the values of an item, what was typed, and the list of what is wrong with it. */
export function readItem(form) {
  // Turns a submitted form into the values of an item, what was typed, and the list of what is wrong
  // with it.
}
