/** Checks what a user typed. */
import { FIRST_YEAR, isYear, LAST_YEAR, parseMonth } from './month.js'

export const MAX_TITLE_LENGTH = 200

/** Says what is wrong with a title, or gives undefined; the message contains the word "title". */
function titleProblem(title) {
  // Says what is wrong with a title, or gives undefined; the message contains the word "title".
}

/** Says what is wrong with a date, or gives undefined; the message contains the word "date". */
function dateProblem(date) {
  // Says what is wrong with a date, or gives undefined; the message contains the word "date".
}

/** Says what is wrong with a time, or gives undefined; the message contains the word "time". */
function timeProblem(time) {
  // Says what is wrong with a time, or gives undefined; the message contains the word "time".
}

/** Tells a date of the calendar, written YYYY-MM-DD, from anything else. */
function isDate(text) {
  // Tells a date of the calendar, written YYYY-MM-DD, from anything else.
}

/** Turns a submitted form into the values of an appointment and the list of what is wrong with them. */
export function readAppointment(form) {
  // Turns a submitted form into the values of an appointment and the list of what is wrong with them.
}

/** Turns the form for another month into that month, or into a message that contains the word "year". */
export function readWish(query) {
  // Turns the form for another month into that month, or into a message that contains the word "year".
}
