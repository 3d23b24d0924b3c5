/** The table of a month: a row for each week, and in each cell the appointments of a day. */
import { html } from '../html.js'
import { DAY_NAMES, formatMonth, weeksOf } from '../month.js'

/** Shows an appointment with its button, which leads back to the month that is shown. */
function appointmentItem({ id, title, time }, shown) {
  return html`<li>
    <time>${time}</time> <span class="title">${title}</span>
    <form method="post" action="/appointments/${id}/delete">
      <input type="hidden" name="shown" value="${formatMonth(shown)}" />
      <button>Delete</button>
    </form>
  </li>`
}

/** Shows a day of the month and its appointments, or the empty cell of a day of another month. */
function dayCell(day, shown, appointments) {
  if (day === undefined) return html`<td></td>`
  const ofDay = appointments.filter(({ date }) => Number(date.slice(8)) === day)
  return html`<td>
    <b>${day}</b>
    ${
      ofDay.length > 0 &&
      html`<ul>
        ${ofDay.map((appointment) => appointmentItem(appointment, shown))}
      </ul>`
    }
  </td>`
}

/** Shows the weeks of a month with its appointments, which stand by time. */
export function monthTable(shown, appointments) {
  return html`<table id="month">
    <tr>
      ${DAY_NAMES.map((name) => html`<th scope="col">${name}</th>`)}
    </tr>
    ${weeksOf(shown).map(
      (week) =>
        html`<tr>
          ${week.map((day) => dayCell(day, shown, appointments))}
        </tr>`,
    )}
  </table>`
}
