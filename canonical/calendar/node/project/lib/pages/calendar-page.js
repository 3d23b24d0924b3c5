/** The page with a month, the ways to other months, and the form for appointments. */
import { html } from '../html.js'
import { MAX_TITLE_LENGTH } from '../input.js'
import { formatMonth, MONTH_NAMES, monthsLater, nameOf } from '../month.js'
import { layout, problemList } from './layout.js'
import { monthTable } from './month-table.js'

const NOTHING_TYPED = { title: '', date: '', time: '' }

/** Links to another month, or to none where the calendar ends. */
function monthLink(id, month, name) {
  return month && html`<a id="${id}" href="/?shown=${formatMonth(month)}">${name}</a>`
}

/** Remembers the month that is shown in a form, so that it is still shown afterwards. */
function shownInput(shown) {
  return html`<input type="hidden" name="shown" value="${formatMonth(shown)}" />`
}

/** Shows the form that goes to any month, with what was chosen before and what was wrong with that. */
function goForm(shown, { typed = shown, problems = [] } = {}) {
  const option = (name, index) =>
    html`<option value="${index + 1}" ${index + 1 === typed.month && html`selected`}>${name}</option>`
  return html`${problemList('year-problem', problems)}
    <form class="fields" method="get" action="/go" novalidate>
      ${shownInput(shown)}
      <p>
        <label for="name">Month</label>
        <select id="name" name="name">
          ${MONTH_NAMES.map(option)}
        </select>
      </p>
      <p>
        <label for="year">Year</label>
        <input id="year" name="year" type="number" value="${typed.year}" />
      </p>
      <p><button id="go">Go</button></p>
    </form>`
}

/** Shows the form that adds an appointment, with what was typed before and what was wrong with that. */
function addForm(shown, { values = NOTHING_TYPED, problems = [] } = {}) {
  return html`<section aria-labelledby="add-heading">
    <h2 id="add-heading">Add an appointment</h2>
    ${problemList('add-problem', problems)}
    <form class="fields" method="post" action="/appointments" novalidate>
      ${shownInput(shown)}
      <p>
        <label for="title">Title</label>
        <input id="title" name="title" maxlength="${MAX_TITLE_LENGTH}" value="${values.title}" autocomplete="off" />
      </p>
      <p>
        <label for="date">Date</label>
        <input id="date" name="date" type="date" value="${values.date}" />
      </p>
      <p>
        <label for="time">Time</label>
        <input id="time" name="time" type="time" value="${values.time}" />
      </p>
      <p><button class="main" id="add">Add</button></p>
    </form>
  </section>`
}

/**
 * Writes the page of a month.
 * `go` holds a month that was refused, `add` an appointment that was.
 */
export function calendarPage({ store, shown, go, add }) {
  const appointments = store.inMonth(shown)
  return layout({
    title: nameOf(shown),
    content: html`<nav aria-label="Months">
        ${monthLink('previous', monthsLater(shown, -1), 'Previous month')}
        ${monthLink('next', monthsLater(shown, 1), 'Next month')}
      </nav>
      ${goForm(shown, go)}
      <p>Appointments in this month: <strong id="count">${appointments.length}</strong></p>
      ${monthTable(shown, appointments)} ${addForm(shown, add)}`,
  })
}
