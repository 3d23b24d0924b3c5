/** Checks what a user typed. */
import { MEALS } from './calories.js'
import { isDate } from './dates.js'

export const MAX_NAME_LENGTH = 200
const MOST_CALORIES = 900
const MOST_GRAMS = 5000
const HIGHEST_GOAL = 9999

/** A decimal number without a sign, at most as long as one can mean it. */
const NUMBER = /^\d{1,6}(\.\d{1,6})?$/

/** Takes the texts of some fields out of a form, without the spaces around them. */
function textsOf(form, names) {
  return Object.fromEntries(names.map((name) => [name, (form.get(name) ?? '').trim()]))
}

/** Says what is wrong with a name, or gives undefined; the message contains the word "name". */
function nameProblem(name, foods) {
  if (name === '') return 'Please enter a name.'
  if (name.length > MAX_NAME_LENGTH) return `The name may have at most ${MAX_NAME_LENGTH} characters.`
  const isTaken = foods.some((food) => food.name.toLowerCase() === name.toLowerCase())
  return isTaken ? 'There is a food of this name already.' : undefined
}

/** Says what is wrong with the calories of a food, or gives undefined; the message contains the word "calories". */
function caloriesProblem(text) {
  const good = NUMBER.test(text) && Number(text) <= MOST_CALORIES
  return good ? undefined : `The calories have to be a number from 0 to ${MOST_CALORIES}.`
}

/** Says what is wrong with an amount, or gives undefined; the message contains the word "amount". */
function amountProblem(text) {
  const good = NUMBER.test(text) && Number(text) > 0 && Number(text) <= MOST_GRAMS
  return good ? undefined : `The amount has to be above 0 and at most ${MOST_GRAMS} grams.`
}

/** Turns a submitted form into the values of a food, which are kept as typed, and the list of what is wrong with them. */
export function readFood(form, foods) {
  const values = textsOf(form, ['name', 'calories'])
  const problems = [nameProblem(values.name, foods), caloriesProblem(values.calories)]
  return { values, problems: problems.filter(Boolean) }
}

/** Reads the day that a form or an address is about; anything but a date means none. */
export function readDate(fields) {
  const date = fields.get('date') ?? ''
  return isDate(date) ? date : undefined
}

/** Turns a submitted form into an entry of a day and the list of what is wrong with it. */
export function readEntry(form, store) {
  const typed = textsOf(form, ['meal', 'food', 'amount'])
  const problems = [
    MEALS.includes(typed.meal) ? undefined : 'Please choose a meal.',
    store.food(typed.food) === undefined ? 'Please choose a food.' : undefined,
    amountProblem(typed.amount),
  ]
  const values = { meal: typed.meal, foodId: typed.food, grams: Number(typed.amount) }
  return { values, typed, problems: problems.filter(Boolean) }
}

/** Turns a submitted form into a goal and the list of what is wrong with it. */
export function readGoal(form) {
  const { goal: typed } = textsOf(form, ['goal'])
  const goal = Number(typed)
  const good = /^\d{1,4}$/.test(typed) && goal >= 1
  return { goal, typed, problems: good ? [] : [`The goal has to be a whole number from 1 to ${HIGHEST_GOAL}.`] }
}
