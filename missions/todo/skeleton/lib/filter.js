/** Which tasks the list shows. */

export const FILTERS = ['all', 'open', 'done']

/** Reads the name of a filter; anything unknown means all tasks. */
export function readFilter(value) {
  // Reads the name of a filter; anything unknown means all tasks.
}

/** Picks the tasks that a filter lets through. */
export function filterTasks(tasks, filter) {
  // Picks the tasks that a filter lets through.
}

/** Gives the address of the list under a filter. */
export function listAddress(filter) {
  // Gives the address of the list under a filter.
}
