/** What each address does. */
import { readFile } from 'node:fs/promises'
import { readForm } from './form.js'
import { HttpError } from './http-error.js'
import { readAppointment, readWish } from './input.js'
import { FIRST_SHOWN, formatMonth, parseMonth } from './month.js'
import { calendarPage } from './pages/calendar-page.js'
import { redirect, sendPage, sendStyles } from './responses.js'

const STYLES = new URL('../public/style.css', import.meta.url)

/** Reads the month that is shown; where none is named, or one that the calendar lacks, the first one. */
function readShown(fields) {
  // Reads the month that is shown; where none is named, or one that the calendar lacks, the first one.
}

/** Gives the address of a month. */
function addressOf(month) {
  // Gives the address of a month.
}

/** Shows a month. */
function showMonth({ response, store, query }) {
  // Shows a month.
}

/** Goes to the month that was chosen, or stays and says what is wrong with it. */
function goToMonth({ response, store, query }) {
  // Goes to the month that was chosen, or stays and says what is wrong with it.
}

/** Adds an appointment and shows its month, or stays and says what is wrong with it. */
async function addAppointment({ request, response, store }) {
  // Adds an appointment and shows its month, or stays and says what is wrong with it.
}

/** Deletes an appointment and shows the same month. */
async function deleteAppointment({ request, response, store, id }) {
  // Deletes an appointment and shows the same month.
}

/** Sends the stylesheet. */
async function showStyles({ response }) {
  // Sends the stylesheet.
}

/** The addresses, and for each of them its methods; a group named `id` is handed to the handler. */
export const ROUTES = [
  { path: /^\/$/, methods: { GET: showMonth } },
  { path: /^\/go$/, methods: { GET: goToMonth } },
  { path: /^\/style\.css$/, methods: { GET: showStyles } },
  { path: /^\/appointments$/, methods: { POST: addAppointment } },
  { path: /^\/appointments\/(?<id>[\w-]+)\/delete$/, methods: { POST: deleteAppointment } },
]
