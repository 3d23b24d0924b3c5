/** What each address does. */
import { readFile } from 'node:fs/promises'
import { readForm } from './form.js'
import { HttpError } from './http-error.js'
import { readActivity, readCompany, readContact, readDeal } from './input.js'
import { activitiesPage } from './pages/activities-page.js'
import { companiesPage } from './pages/companies-page.js'
import { companyPage } from './pages/company-page.js'
import { contactsPage } from './pages/contacts-page.js'
import { dealsPage } from './pages/deals-page.js'
import { editPage } from './pages/edit-page.js'
import { redirect, sendPage, sendStyles } from './responses.js'
import { isOpen, nextStage } from './stages.js'

const STYLES = new URL('../public/style.css', import.meta.url)

/** Sends the stylesheet. */
async function showStyles({ response }) {
  // Sends the stylesheet.
}

/** Makes a handler that shows a page about everything that there is. */
function showing(page) {
  // Makes a handler that shows a page about everything that there is.
}

/** Makes a handler that adds what a form says, or shows the page again with what is wrong with it. */
function adding(kind, read, page, address) {
  // Makes a handler that adds what a form says, or shows the page again with what is wrong with it.
}

/** Makes a handler that does something to one entity and goes back to its page. */
function acting(kind, act, address) {
  // Makes a handler that does something to one entity and goes back to its page.
}

/** Shows the companies, perhaps only those with some words in their name or city. */
function showCompanies({ response, store, query }) {
  // Shows the companies, perhaps only those with some words in their name or city.
}

/** Shows a company and what belongs to it. */
function showCompany({ response, store, id }) {
  // Shows a company and what belongs to it.
}

/** Shows the form that holds a company. */
function showEdit({ response, store, id }) {
  // Shows the form that holds a company.
}

/** Changes a company, or shows its form with what is wrong with it. */
async function changeCompany({ request, response, store, id }) {
  // Changes a company, or shows its form with what is wrong with it.
}

/** Deletes a company, or says that it has contacts or deals. */
async function deleteCompany({ request, response, store, id }) {
  // Deletes a company, or says that it has contacts or deals.
}

/** Moves a deal on. */
async function advance(store, deal) {
  // Moves a deal on.
}

/** Gives a deal up. */
async function lose(store, deal) {
  // Gives a deal up.
}

/** Brings an open deal to a stage. */
async function moveDeal(store, deal, stage) {
  // Brings an open deal to a stage.
}

/** Finds an entity, or refuses an id that none has (any more). */
function requireEntity(store, kind, id) {
  // Finds an entity, or refuses an id that none has (any more).
}

/** The addresses, and for each of them its methods; a group named `id` is handed to the handler. */
export const ROUTES = [
  { path: /^\/style\.css$/, methods: { GET: showStyles } },
  { path: /^\/$/, methods: { GET: showCompanies } },
  {} /* The data belongs here. */,
  { path: /^\/companies\/(?<id>[\w-]+)$/, methods: { GET: showCompany } },
  { path: /^\/companies\/(?<id>[\w-]+)\/edit$/, methods: { GET: showEdit, POST: changeCompany } },
  { path: /^\/companies\/(?<id>[\w-]+)\/delete$/, methods: { POST: deleteCompany } },
  {} /* The data belongs here. */,
  {
    path: /^\/contacts\/(?<id>[\w-]+)\/delete$/,
    methods: {
      POST: acting(
        'contacts',
        (store, contact) => {
          // The function that acting calls, given store and contact.
        },
        '/contacts',
      ),
    },
  },
  {} /* The data belongs here. */,
  {} /* The data belongs here. */,
  {} /* The data belongs here. */,
  {} /* The data belongs here. */,
  {
    path: /^\/activities\/(?<id>[\w-]+)\/done$/,
    methods: {
      POST: acting(
        'activities',
        (store, { id }) => {
          // The function that acting calls, given store and id.
        },
        '/activities',
      ),
    },
  },
]
