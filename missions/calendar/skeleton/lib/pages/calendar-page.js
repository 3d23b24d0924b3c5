/** The page with a month, the ways to other months, and the form for appointments. */
import { html } from '../html.js'
import { MAX_TITLE_LENGTH } from '../input.js'
import { formatMonth, MONTH_NAMES, monthsLater, nameOf } from '../month.js'
import { layout, problemList } from './layout.js'
import { monthTable } from './month-table.js'

const NOTHING_TYPED = { title: '', date: '', time: '' }

/** Links to another month, or to none where the calendar ends. */
function monthLink(id, month, name) {
  // Links to another month, or to none where the calendar ends.
}

/** Remembers the month that is shown in a form, so that it is still shown afterwards. */
function shownInput(shown) {
  // Remembers the month that is shown in a form, so that it is still shown afterwards.
}

/** Shows the form that goes to any month, with what was chosen before and what was wrong with that. */
function goForm(shown, { typed = shown, problems = [] } = {}) {
  // Shows the form that goes to any month, with what was chosen before and what was wrong with that.
}

/** Shows the form that adds an appointment, with what was typed before and what was wrong with that. */
function addForm(shown, { values = NOTHING_TYPED, problems = [] } = {}) {
  // Shows the form that adds an appointment, with what was typed before and what was wrong with that.
}

/**
 * Writes the page of a month.
 * `go` holds a month that was refused, `add` an appointment that was.
 */
export function calendarPage({ store, shown, go, add }) {
  // Writes the page of a month.
}
