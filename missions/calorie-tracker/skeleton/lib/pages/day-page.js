/** The page that shows a day: what was eaten at each meal, and how far that is from the goal. */
import { caloriesOf, distance, MEALS, rounded, sumOf } from '../calories.js'
import { html } from '../html.js'
import { dateForm, layout, problemList } from './layout.js'

const NOTHING_TYPED = { meal: MEALS[0], food: '', amount: '' }

/** Remembers the day that is shown in a form, so that it is still shown afterwards. */
function dateInput(date) {
  // Remembers the day that is shown in a form, so that it is still shown afterwards.
}

/** Shows a labelled selection list of a form. */
function selection({ name, label, options, chosen }) {
  // Shows a labelled selection list of a form.
}

/** Shows the form that adds an entry, with what was typed before and what was wrong with that. */
function addForm(store, date, { typed = NOTHING_TYPED, problems = [] } = {}) {
  // Shows the form that adds an entry, with what was typed before and what was wrong with that.
}

/** Shows an entry with its button. */
function entryRow(entry) {
  // Shows an entry with its button.
}

/** Shows a meal: its name with its sum, and its entries. */
function mealRows(meal, entries) {
  // Shows a meal: its name with its sum, and its entries.
}

/** Shows the meals of a day and their total. */
function meals(entries, goal) {
  // Shows the meals of a day and their total.
}

/** Shows the form that changes the goal, with what was typed before and what was wrong with that. */
function goalForm(date, goal, { typed = goal, problems = [] } = {}) {
  // Shows the form that changes the goal, with what was typed before and what was wrong with that.
}

/**
 * Writes the page of a day, or only the form that chooses one where none was chosen yet.
 * `add` holds a refused entry, `change` a refused goal.
 */
export function dayPage({ store, date, add, change }) {
  // Writes the page of a day, or only the form that chooses one where none was chosen yet.
}
