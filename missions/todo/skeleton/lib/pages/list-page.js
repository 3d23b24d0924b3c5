/** The page with the tasks. */
import { FILTERS, filterTasks, listAddress } from '../filter.js'
import { html } from '../html.js'
import { countTasks } from '../statistics.js'
import { addForm } from './add-form.js'
import { layout } from './layout.js'
import { editRow, taskRow } from './task-row.js'

const FILTER_NAMES = { all: 'All', open: 'Open', done: 'Done' }

/** Links to the list under one filter. */
function filterLink(filter, chosen) {
  // Links to the list under one filter.
}

/** Shows how many tasks are open and how many are done. */
function counts(tasks) {
  // Shows how many tasks are open and how many are done.
}

/** Shows the rows of the tasks, or says that there are none. */
function rows(tasks, filter, edit) {
  // Shows the rows of the tasks, or says that there are none.
}

/**
 * Writes the page with the form, the counts and the tasks that the filter lets through.
 * `add` holds a refused task; `edit` says which title is being edited, and holds a refused one.
 */
export function listPage({ tasks, filter, add, edit }) {
  // Writes the page with the form, the counts and the tasks that the filter lets through.
}
