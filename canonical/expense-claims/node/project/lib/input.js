/** Checks what was typed. */
import { isDate } from './calendar.js'
import { parseMoney } from './money.js'

export const MAX_LENGTH = 200

/** Says what is wrong with a text that must not be blank, or gives undefined; the message contains the given word. */
function textProblem(word, text) {
  if (text === '') return `Please enter a ${word}.`
  return text.length > MAX_LENGTH ? `The ${word} may have at most ${MAX_LENGTH} characters.` : undefined
}

/** Says what is wrong with an amount, or gives undefined; the message contains the word "amount". */
function amountProblem(cents) {
  if (cents === undefined) return 'Please enter an amount with at most two decimals.'
  return cents <= 0 ? 'The amount must be above zero.' : undefined
}

/** Takes a field out of a form, without the spaces around it. */
function textOf(form, name) {
  return (form.get(name) ?? '').trim()
}

/** Takes a text that must not be blank, such as a title or a reason, and the list of what is wrong with it. */
export function readText(form, name) {
  const text = textOf(form, name)
  return { text, problems: [textProblem(name, text)].filter(Boolean) }
}

/** Turns a submitted form into the values of an item, what was typed, and the list of what is wrong with it. */
export function readItem(form) {
  const typed = { date: textOf(form, 'date'), description: textOf(form, 'description'), amount: textOf(form, 'amount') }
  const cents = parseMoney(typed.amount)
  const problems = [
    isDate(typed.date) ? undefined : 'Please choose a date.',
    textProblem('description', typed.description),
    amountProblem(cents),
  ]
  const values = { date: typed.date, description: typed.description, cents }
  return { values, typed, problems: problems.filter(Boolean) }
}
