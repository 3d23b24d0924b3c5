/** Checks what was typed. */
import { isDate } from './calendar.js'
import { parseMoney } from './money.js'

export const MAX_LENGTH = 200
export const KINDS = ['Call', 'Meeting', 'Letter']

/** An @ between two other characters, without spaces. */
const EMAIL = /^[^\s@]+@[^\s@]+$/

/** Says what is wrong with a text that must not be blank, or gives undefined; the message contains the given word. */
function textProblem(word, text) {
  // Says what is wrong with a text that must not be blank, or gives undefined; the message contains the
  // given word.
}

/** Takes the texts of some fields out of a form, without the spaces around them. */
function textsOf(form, names) {
  // Takes the texts of some fields out of a form, without the spaces around them.
}

/** Says that something of the lists has to be chosen, or gives undefined. */
function choiceProblem(word, chosen) {
  // Says that something of the lists has to be chosen, or gives undefined.
}

/** Reads a company from a form; the one with the given id may keep its name. */
export function readCompany(form, store, id) {
  // Reads a company from a form; the one with the given id may keep its name.
}

/** Reads a contact from a form. */
export function readContact(form, store) {
  // Reads a contact from a form.
}

/** Reads a deal from a form; it begins as a Lead. */
export function readDeal(form, store) {
  // Reads a deal from a form; it begins as a Lead.
}

/** Reads an activity from a form; it is open at first. */
export function readActivity(form, store) {
  // Reads an activity from a form; it is open at first.
}
