/** Checks what a user typed before it becomes a task. */

export const PRIORITIES = ['low', 'normal', 'high']
export const DEFAULT_PRIORITY = 'normal'
export const MAX_TITLE_LENGTH = 200

/** Says what is wrong with a title, or gives undefined. */
export function titleProblem(title) {
  // Says what is wrong with a title, or gives undefined.
}

/** Says what is wrong with a due date, or gives undefined. */
export function dueProblem(due) {
  // Says what is wrong with a due date, or gives undefined.
}

/** Says what is wrong with a priority, or gives undefined. */
export function priorityProblem(priority) {
  // Says what is wrong with a priority, or gives undefined.
}

/** Tells a date of the calendar, written YYYY-MM-DD, from anything else. */
function isCalendarDate(text) {
  // Tells a date of the calendar, written YYYY-MM-DD, from anything else.
}

/** Takes the title out of a submitted form, without the spaces around it. */
export function readTitle(form) {
  // Takes the title out of a submitted form, without the spaces around it.
}

/** Turns a submitted form into the values of a task and the list of what is wrong with them. */
export function readTask(form) {
  // Turns a submitted form into the values of a task and the list of what is wrong with them.
}
