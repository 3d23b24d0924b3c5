/** The table of a month: a row for each week, and in each cell the appointments of a day. */
import { html } from '../html.js'
import { DAY_NAMES, formatMonth, weeksOf } from '../month.js'

/** Shows an appointment with its button, which leads back to the month that is shown. */
function appointmentItem({ id, title, time }, shown) {
  // Shows an appointment with its button, which leads back to the month that is shown.
}

/** Shows a day of the month and its appointments, or the empty cell of a day of another month. */
function dayCell(day, shown, appointments) {
  // Shows a day of the month and its appointments, or the empty cell of a day of another month.
}

/** Shows the weeks of a month with its appointments, which stand by time. */
export function monthTable(shown, appointments) {
  // Shows the weeks of a month with its appointments, which stand by time.
}
