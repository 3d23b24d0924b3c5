/** The form for letters. */
import { problemsWith } from './letter.js'

const form = undefined /* The value of form belongs here. */
const thanks = undefined /* The value of thanks belongs here. */
const problem = undefined /* The value of problem belongs here. */

/** Takes what was typed. */
function read() {
  // Takes what was typed.
}

/** Thanks for a letter and empties the form, or says what is wrong. */
function send() {
  // Thanks for a letter and empties the form, or says what is wrong.
}

// The program’s start belongs here: what runs when this file is loaded.
