/** The form that adds a task. */
import { html } from '../html.js'
import { DEFAULT_PRIORITY, MAX_TITLE_LENGTH, PRIORITIES } from '../task-input.js'

const EMPTY_TASK = { title: '', due: '', priority: DEFAULT_PRIORITY }

/** Offers one priority. */
function priorityOption(priority, chosen) {
  // Offers one priority.
}

/** Shows the form with what was typed before, and above it what was wrong with that. */
export function addForm({ values = EMPTY_TASK, problems = [] } = {}) {
  // Shows the form with what was typed before, and above it what was wrong with that.
}
