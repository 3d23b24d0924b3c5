/** The form that tells what machines cost. */
import { format, isQuantity, priceOf } from './price.js'

const form = document.querySelector('#order')
const prices = document.querySelector('#prices')
const problem = document.querySelector('#problem')

/** Shows what the chosen machines cost, or that the quantity is wrong. */
function show() {
  const typed = form.elements.quantity.value
  const good = isQuantity(typed)
  prices.hidden = !good
  problem.hidden = good
  problem.textContent = good ? '' : 'The quantity has to be a whole number from 1 to 20.'
  if (good) showAmounts(priceOf(form.elements.model.value, Number(typed)))
}

/** Writes each amount into its cell. */
function showAmounts(amounts) {
  for (const [name, cents] of Object.entries(amounts)) document.getElementById(name).textContent = format(cents)
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  show()
})
