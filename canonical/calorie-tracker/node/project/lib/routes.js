/** What each address does. */
import { readFile } from 'node:fs/promises'
import { readForm } from './form.js'
import { HttpError } from './http-error.js'
import { readDate, readEntry, readFood, readGoal } from './input.js'
import { dayPage } from './pages/day-page.js'
import { foodsPage } from './pages/foods-page.js'
import { weekPage } from './pages/week-page.js'
import { redirect, sendPage, sendStyles } from './responses.js'
import { weekReport } from './week.js'

const STYLES = new URL('../public/style.css', import.meta.url)

/** Shows the foods. */
function showFoods({ response, store }) {
  sendPage(response, foodsPage({ store }))
}

/** Shows a day if one was chosen. */
function showDay({ response, store, query }) {
  sendPage(response, dayPage({ store, date: readDate(query) }))
}

/** Shows a week if a date was chosen. */
function showWeek({ response, store, query }) {
  const date = readDate(query)
  sendPage(response, weekPage({ date, report: date && weekReport(store, date) }))
}

/** Sends the stylesheet. */
async function showStyles({ response }) {
  sendStyles(response, await readFile(STYLES))
}

/** Adds a food, or shows the foods with what is wrong with it. */
async function addFood({ request, response, store }) {
  const { values, problems } = readFood(await readForm(request), store.foods())
  if (problems.length > 0) {
    sendPage(response, foodsPage({ store, add: { typed: values, problems } }), 422)
    return
  }
  await store.addFood(values)
  redirect(response, '/')
}

/** Deletes a food, or shows the foods with the reason why not: it was eaten. */
async function deleteFood({ request, response, store, id }) {
  await readForm(request)
  const food = store.food(id)
  if (food === undefined) throw new HttpError(404, 'No such food', 'Perhaps it was deleted already.')
  if (store.wasEaten(id)) {
    const problem = `${food.name} cannot be deleted because it was eaten.`
    sendPage(response, foodsPage({ store, deletion: { problem } }), 409)
    return
  }
  await store.removeFood(id)
  redirect(response, '/')
}

/** Adds an entry to the day that is shown, or shows that day with what is wrong with it. */
async function addEntry({ request, response, store }) {
  const form = await readForm(request)
  const date = requireDate(form)
  const { values, typed, problems } = readEntry(form, store)
  if (problems.length > 0) {
    sendPage(response, dayPage({ store, date, add: { typed, problems } }), 422)
    return
  }
  await store.addEntry({ date, ...values })
  redirect(response, `/day?date=${date}`)
}

/** Deletes an entry and shows its day. */
async function deleteEntry({ request, response, store, id }) {
  await readForm(request)
  const entry = store.entry(id)
  if (entry === undefined) throw new HttpError(404, 'No such entry', 'Perhaps it was deleted already.')
  await store.removeEntry(id)
  redirect(response, `/day?date=${entry.date}`)
}

/** Changes the goal, or says what is wrong with it, and shows the same day. */
async function changeGoal({ request, response, store }) {
  const form = await readForm(request)
  const date = requireDate(form)
  const { goal, typed, problems } = readGoal(form)
  if (problems.length > 0) {
    sendPage(response, dayPage({ store, date, change: { typed, problems } }), 422)
    return
  }
  await store.setGoal(goal)
  redirect(response, `/day?date=${date}`)
}

/** Reads the day that is shown, which every form of its page sends along. */
function requireDate(form) {
  const date = readDate(form)
  if (date === undefined) throw new HttpError(400, 'No day', 'Please choose a day first.')
  return date
}

/** The addresses, and for each of them its methods; a group named `id` is handed to the handler. */
export const ROUTES = [
  { path: /^\/$/, methods: { GET: showFoods } },
  { path: /^\/style\.css$/, methods: { GET: showStyles } },
  { path: /^\/foods$/, methods: { POST: addFood } },
  { path: /^\/foods\/(?<id>[\w-]+)\/delete$/, methods: { POST: deleteFood } },
  { path: /^\/day$/, methods: { GET: showDay } },
  { path: /^\/entries$/, methods: { POST: addEntry } },
  { path: /^\/entries\/(?<id>[\w-]+)\/delete$/, methods: { POST: deleteEntry } },
  { path: /^\/goal$/, methods: { POST: changeGoal } },
  { path: /^\/week$/, methods: { GET: showWeek } },
]
