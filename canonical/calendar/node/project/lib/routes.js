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
  return parseMonth(fields.get('shown') ?? '') ?? FIRST_SHOWN
}

/** Gives the address of a month. */
function addressOf(month) {
  return `/?shown=${formatMonth(month)}`
}

/** Shows a month. */
function showMonth({ response, store, query }) {
  sendPage(response, calendarPage({ store, shown: readShown(query) }))
}

/** Goes to the month that was chosen, or stays and says what is wrong with it. */
function goToMonth({ response, store, query }) {
  const { wish, typed, problems } = readWish(query)
  if (problems.length > 0) {
    sendPage(response, calendarPage({ store, shown: readShown(query), go: { typed, problems } }), 422)
    return
  }
  redirect(response, addressOf(wish))
}

/** Adds an appointment and shows its month, or stays and says what is wrong with it. */
async function addAppointment({ request, response, store }) {
  const form = await readForm(request)
  const { values, problems } = readAppointment(form)
  if (problems.length > 0) {
    sendPage(response, calendarPage({ store, shown: readShown(form), add: { values, problems } }), 422)
    return
  }
  await store.add(values)
  redirect(response, addressOf(parseMonth(values.date.slice(0, 7))))
}

/** Deletes an appointment and shows the same month. */
async function deleteAppointment({ request, response, store, id }) {
  const form = await readForm(request)
  if (!store.has(id)) throw new HttpError(404, 'No such appointment', 'Perhaps it was deleted already.')
  await store.remove(id)
  redirect(response, addressOf(readShown(form)))
}

/** Sends the stylesheet. */
async function showStyles({ response }) {
  sendStyles(response, await readFile(STYLES))
}

/** The addresses, and for each of them its methods; a group named `id` is handed to the handler. */
export const ROUTES = [
  { path: /^\/$/, methods: { GET: showMonth } },
  { path: /^\/go$/, methods: { GET: goToMonth } },
  { path: /^\/style\.css$/, methods: { GET: showStyles } },
  { path: /^\/appointments$/, methods: { POST: addAppointment } },
  { path: /^\/appointments\/(?<id>[\w-]+)\/delete$/, methods: { POST: deleteAppointment } },
]
