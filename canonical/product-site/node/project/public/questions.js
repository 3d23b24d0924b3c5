/** Questions whose answers fold out and in. */

/** Shows the answer of a question, or hides it where it is on view. */
function toggle(question) {
  const answer = document.getElementById(question.getAttribute('aria-controls'))
  answer.hidden = !answer.hidden
  question.setAttribute('aria-expanded', String(!answer.hidden))
}

for (const question of document.querySelectorAll('#questions button')) {
  question.addEventListener('click', () => toggle(question))
}
