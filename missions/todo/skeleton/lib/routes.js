/** What each address does. */
import { readFile } from 'node:fs/promises'
import { listAddress, readFilter } from './filter.js'
import { readForm } from './form.js'
import { HttpError } from './http-error.js'
import { listPage } from './pages/list-page.js'
import { statisticsPage } from './pages/statistics-page.js'
import { redirect, sendPage, sendStyles } from './responses.js'
import { readTask, readTitle, titleProblem } from './task-input.js'

const STYLES = new URL('../public/style.css', import.meta.url)

/** Shows the list, perhaps filtered, perhaps with one title being edited. */
function showList({ response, store, query }) {
  // Shows the list, perhaps filtered, perhaps with one title being edited.
}

/** Shows the statistics. */
function showStatistics({ response, store }) {
  // Shows the statistics.
}

/** Sends the stylesheet. */
async function showStyles({ response }) {
  // Sends the stylesheet.
}

/** Adds a task, or shows the list with what is wrong with it. */
async function addTask({ request, response, store }) {
  // Adds a task, or shows the list with what is wrong with it.
}

/** Gives a task a new title, or shows the list with what is wrong with it. */
async function changeTitle({ request, response, store, id }) {
  // Gives a task a new title, or shows the list with what is wrong with it.
}

/** Makes a handler that does something to one task and goes back to the list. */
function taskAction(act) {
  // Makes a handler that does something to one task and goes back to the list.
}

/** Refuses an id that no task has (any more). */
function requireTask(store, id) {
  // Refuses an id that no task has (any more).
}

/** The addresses, and for each of them its methods; a group named `id` is handed to the handler. */
export const ROUTES = [
  { path: /^\/$/, methods: { GET: showList } },
  { path: /^\/statistics$/, methods: { GET: showStatistics } },
  { path: /^\/style\.css$/, methods: { GET: showStyles } },
  { path: /^\/tasks$/, methods: { POST: addTask } },
  { path: /^\/tasks\/(?<id>[\w-]+)\/title$/, methods: { POST: changeTitle } },
  {
    path: /^\/tasks\/(?<id>[\w-]+)\/done$/,
    methods: {
      POST: taskAction((store, id) => {
        // The function that taskAction calls, given store and id.
      }),
    },
  },
  {
    path: /^\/tasks\/(?<id>[\w-]+)\/reopen$/,
    methods: {
      POST: taskAction((store, id) => {
        // The function that taskAction calls, given store and id.
      }),
    },
  },
  {
    path: /^\/tasks\/(?<id>[\w-]+)\/delete$/,
    methods: {
      POST: taskAction((store, id) => {
        // The function that taskAction calls, given store and id.
      }),
    },
  },
]
