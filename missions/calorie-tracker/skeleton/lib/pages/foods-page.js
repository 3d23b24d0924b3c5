/** The page with the foods. */
import { html } from '../html.js'
import { MAX_NAME_LENGTH } from '../input.js'
import { layout, problemList } from './layout.js'

const NOTHING_TYPED = { name: '', calories: '' }

/** Shows the form that adds a food, with what was typed before and what was wrong with that. */
function addForm({ typed = NOTHING_TYPED, problems = [] } = {}) {
  // Shows the form that adds a food, with what was typed before and what was wrong with that.
}

/** Shows a food with its button. */
function foodRow({ id, name, calories }) {
  // Shows a food with its button.
}

/** Shows all foods, or says that there are none. */
function foodTable(foods) {
  // Shows all foods, or says that there are none.
}

/**
 * Writes the page with the foods.
 * `add` holds a refused food; `deletion` says why one could not be deleted.
 */
export function foodsPage({ store, add, deletion }) {
  // Writes the page with the foods.
}
