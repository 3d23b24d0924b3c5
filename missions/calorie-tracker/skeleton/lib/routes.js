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
  // Shows the foods.
}

/** Shows a day if one was chosen. */
function showDay({ response, store, query }) {
  // Shows a day if one was chosen.
}

/** Shows a week if a date was chosen. */
function showWeek({ response, store, query }) {
  // Shows a week if a date was chosen.
}

/** Sends the stylesheet. */
async function showStyles({ response }) {
  // Sends the stylesheet.
}

/** Adds a food, or shows the foods with what is wrong with it. */
async function addFood({ request, response, store }) {
  // Adds a food, or shows the foods with what is wrong with it.
}

/** Deletes a food, or shows the foods with the reason why not: it was eaten. */
async function deleteFood({ request, response, store, id }) {
  // Deletes a food, or shows the foods with the reason why not: it was eaten.
}

/** Adds an entry to the day that is shown, or shows that day with what is wrong with it. */
async function addEntry({ request, response, store }) {
  // Adds an entry to the day that is shown, or shows that day with what is wrong with it.
}

/** Deletes an entry and shows its day. */
async function deleteEntry({ request, response, store, id }) {
  // Deletes an entry and shows its day.
}

/** Changes the goal, or says what is wrong with it, and shows the same day. */
async function changeGoal({ request, response, store }) {
  // Changes the goal, or says what is wrong with it, and shows the same day.
}

/** Reads the day that is shown, which every form of its page sends along. */
function requireDate(form) {
  // Reads the day that is shown, which every form of its page sends along.
}

/** The addresses, and for each of them its methods; a group named `id` is handed to the handler. */
export const ROUTES = [] /* The data of ROUTES belongs here. */
