/** Checks what a user typed before it becomes a transaction or a transfer. */
import { isDate } from './calendar.js'
import { MAX_LENGTH } from './account-input.js'
import { parseMoney } from './money.js'

/** The kinds of a transaction, with the sign that its amount has for the account. */
export const KINDS = { expense: { name: 'Expense', sign: -1 }, income: { name: 'Income', sign: 1 } }

/** The category of both entries of a transfer. */
const TRANSFER_CATEGORY = 'Transfer'

/** Says what is wrong with a date, or gives undefined; the message contains the word "date". */
function dateProblem(date) {
  // Says what is wrong with a date, or gives undefined; the message contains the word "date".
}

/** Says what is wrong with a category, or gives undefined; the message contains the word "category". */
function categoryProblem(category) {
  // Says what is wrong with a category, or gives undefined; the message contains the word "category".
}

/** Says what is wrong with an amount, or gives undefined; the message contains the word "amount". */
function amountProblem(cents) {
  // Says what is wrong with an amount, or gives undefined; the message contains the word "amount".
}

/** Says what is wrong with the choice of an account, or gives undefined; the message contains the word "account". */
function accountProblem(account) {
  // Says what is wrong with the choice of an account, or gives undefined; the message contains the word
  // "account".
}

/** Takes the texts of some fields out of a form, without the spaces around them. */
function textsOf(form, names) {
  // Takes the texts of some fields out of a form, without the spaces around them.
}

/** Turns a submitted form into the one entry of a transaction and the list of what is wrong with it. */
export function readTransaction(form, store) {
  // Turns a submitted form into the one entry of a transaction and the list of what is wrong with it.
}

/** Turns a submitted form into the two entries of a transfer and the list of what is wrong with it. */
export function readTransfer(form, store) {
  // Turns a submitted form into the two entries of a transfer and the list of what is wrong with it.
}
