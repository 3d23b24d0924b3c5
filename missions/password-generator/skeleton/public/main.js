/** Connects the form with what makes passwords. */
import { alphabetsOf, problemWith, readChoices } from './choices.js'
import { makePassword } from './password.js'
import { strengthOf } from './strength.js'

const form = undefined /* The value of form belongs here. */
const result = undefined /* The value of result belongs here. */
const problem = undefined /* The value of problem belongs here. */

/** Shows a new password, or says why there is none. */
function show() {
  // Shows a new password, or says why there is none.
}

/** Puts a new password and its strength on the page. */
function showPassword(length, alphabets) {
  // Puts a new password and its strength on the page.
}

// The program’s start belongs here: what runs when this file is loaded.
