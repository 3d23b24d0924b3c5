/** Checks what a user typed before it becomes an account. */
import { parseMoney } from './money.js'

export const MAX_LENGTH = 200

/** Says what is wrong with a name, or gives undefined; the message contains the word "name". */
function nameProblem(name, accounts) {
  // Says what is wrong with a name, or gives undefined; the message contains the word "name".
}

/** Turns a submitted form into the values of an account and the list of what is wrong with them. */
export function readAccount(form, accounts) {
  // Turns a submitted form into the values of an account and the list of what is wrong with them.
}
