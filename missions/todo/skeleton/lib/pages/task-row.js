/** One task of the list: what is known of it, and what can be done with it. */
import { html } from '../html.js'
import { listAddress } from '../filter.js'
import { MAX_TITLE_LENGTH } from '../task-input.js'

/** Remembers the chosen filter in a form, so that it is still chosen afterwards. */
function filterInput(filter) {
  // Remembers the chosen filter in a form, so that it is still chosen afterwards.
}

/** A button that does something to a task at once. */
function actionButton({ task, action, name, filter }) {
  // A button that does something to a task at once.
}

/** A button that shows the list with the title of this task in a field. */
function editButton(task, filter) {
  // A button that shows the list with the title of this task in a field.
}

/** Shows a task with its buttons. */
export function taskRow(task, filter) {
  // Shows a task with its buttons.
}

/** Shows a task with its title in a field. */
export function editRow(task, filter, { title = task.title, problem } = {}) {
  // Shows a task with its title in a field.
}
