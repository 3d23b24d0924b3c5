/** The form for letters. */
import { problemsWith } from './letter.js'

const form = document.querySelector('#letter')
const thanks = document.querySelector('#thanks')
const problem = document.querySelector('#problem')

/** Takes what was typed. */
function read() {
  const { name, address, message } = form.elements
  return { name: name.value, address: address.value, message: message.value }
}

/** Thanks for a letter and empties the form, or says what is wrong. */
function send() {
  const letter = read()
  const problems = problemsWith(letter)
  const good = problems.length === 0
  thanks.hidden = !good
  problem.hidden = good
  problem.textContent = problems.join(' ')
  if (!good) return
  thanks.textContent = `Thank you, ${letter.name.trim()}! We will answer soon.`
  form.reset()
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  send()
})
