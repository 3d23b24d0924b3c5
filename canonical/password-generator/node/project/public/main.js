/** Connects the form with what makes passwords. */
import { alphabetsOf, problemWith, readChoices } from './choices.js'
import { makePassword } from './password.js'
import { strengthOf } from './strength.js'

const form = document.querySelector('#choices')
const result = document.querySelector('#result')
const problem = document.querySelector('#problem')

/** Shows a new password, or says why there is none. */
function show() {
  const choices = readChoices(form)
  const message = problemWith(choices)
  result.hidden = message !== undefined
  problem.hidden = message === undefined
  problem.textContent = message ?? ''
  if (message === undefined) showPassword(choices.length, alphabetsOf(choices))
}

/** Puts a new password and its strength on the page. */
function showPassword(length, alphabets) {
  document.querySelector('#password').textContent = makePassword(length, alphabets)
  document.querySelector('#strength').textContent = `This password is ${strengthOf(length, alphabets)}.`
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  show()
})
