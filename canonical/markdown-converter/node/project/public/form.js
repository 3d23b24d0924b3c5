/** What both pages do with their form. */

const source = document.querySelector('#source')
const outcome = document.querySelector('#outcome')
const problem = document.querySelector('#problem')

/** Calls `show` with the text to convert whenever there is one, and says so where there is none. */
export function onConvert(show) {
  document.querySelector('#form').addEventListener('submit', (event) => {
    event.preventDefault()
    const empty = source.value.trim() === ''
    outcome.hidden = empty
    problem.hidden = !empty
    problem.textContent = empty ? 'There is nothing to convert: the text is empty.' : ''
    if (!empty) show(source.value)
  })
}
