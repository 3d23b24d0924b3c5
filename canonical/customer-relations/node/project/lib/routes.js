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
  sendStyles(response, await readFile(STYLES))
}

/** Makes a handler that shows a page about everything that there is. */
function showing(page) {
  return ({ response, store }) => sendPage(response, page({ store }))
}

/** Makes a handler that adds what a form says, or shows the page again with what is wrong with it. */
function adding(kind, read, page, address) {
  return async ({ request, response, store }) => {
    const { values, typed, problems } = read(await readForm(request), store)
    if (problems.length > 0) {
      sendPage(response, page({ store, add: { typed, problems } }), 422)
      return
    }
    await store.add(kind, values)
    redirect(response, address)
  }
}

/** Makes a handler that does something to one entity and goes back to its page. */
function acting(kind, act, address) {
  return async ({ request, response, store, id }) => {
    await readForm(request)
    await act(store, requireEntity(store, kind, id))
    redirect(response, address)
  }
}

/** Shows the companies, perhaps only those with some words in their name or city. */
function showCompanies({ response, store, query }) {
  sendPage(response, companiesPage({ store, search: (query.get('search') ?? '').trim() }))
}

/** Shows a company and what belongs to it. */
function showCompany({ response, store, id }) {
  sendPage(response, companyPage({ store, company: requireEntity(store, 'companies', id) }))
}

/** Shows the form that holds a company. */
function showEdit({ response, store, id }) {
  sendPage(response, editPage({ id, typed: requireEntity(store, 'companies', id) }))
}

/** Changes a company, or shows its form with what is wrong with it. */
async function changeCompany({ request, response, store, id }) {
  const form = await readForm(request)
  requireEntity(store, 'companies', id)
  const { values, typed, problems } = readCompany(form, store, id)
  if (problems.length > 0) {
    sendPage(response, editPage({ id, typed, problems }), 422)
    return
  }
  await store.change('companies', id, values)
  redirect(response, '/')
}

/** Deletes a company, or says that it has contacts or deals. */
async function deleteCompany({ request, response, store, id }) {
  await readForm(request)
  const { name } = requireEntity(store, 'companies', id)
  const used = [store.contactsOf(id).length > 0 && 'contacts', store.dealsOf(id).length > 0 && 'deals'].filter(Boolean)
  if (used.length > 0) {
    const problem = `${name} cannot be deleted because it has ${used.join(' and ')}.`
    sendPage(response, companiesPage({ store, deletion: { problem } }), 409)
    return
  }
  await store.removeCompany(id)
  redirect(response, '/')
}

/** Moves a deal on. */
async function advance(store, deal) {
  await moveDeal(store, deal, nextStage(deal))
}

/** Gives a deal up. */
async function lose(store, deal) {
  await moveDeal(store, deal, 'Lost')
}

/** Brings an open deal to a stage. */
async function moveDeal(store, deal, stage) {
  if (!isOpen(deal)) throw new HttpError(409, 'Not possible', `This deal is ${deal.stage} already.`)
  await store.change('deals', deal.id, { stage })
}

/** Finds an entity, or refuses an id that none has (any more). */
function requireEntity(store, kind, id) {
  const entity = store.find(kind, id)
  if (entity === undefined) throw new HttpError(404, 'Not there', 'This does not exist. Perhaps it was deleted.')
  return entity
}

/** The addresses, and for each of them its methods; a group named `id` is handed to the handler. */
export const ROUTES = [
  { path: /^\/style\.css$/, methods: { GET: showStyles } },
  { path: /^\/$/, methods: { GET: showCompanies } },
  { path: /^\/companies$/, methods: { POST: adding('companies', readCompany, companiesPage, '/') } },
  { path: /^\/companies\/(?<id>[\w-]+)$/, methods: { GET: showCompany } },
  { path: /^\/companies\/(?<id>[\w-]+)\/edit$/, methods: { GET: showEdit, POST: changeCompany } },
  { path: /^\/companies\/(?<id>[\w-]+)\/delete$/, methods: { POST: deleteCompany } },
  {
    path: /^\/contacts$/,
    methods: { GET: showing(contactsPage), POST: adding('contacts', readContact, contactsPage, '/contacts') },
  },
  {
    path: /^\/contacts\/(?<id>[\w-]+)\/delete$/,
    methods: { POST: acting('contacts', (store, contact) => store.removeContact(contact.id), '/contacts') },
  },
  {
    path: /^\/deals$/,
    methods: { GET: showing(dealsPage), POST: adding('deals', readDeal, dealsPage, '/deals') },
  },
  { path: /^\/deals\/(?<id>[\w-]+)\/advance$/, methods: { POST: acting('deals', advance, '/deals') } },
  { path: /^\/deals\/(?<id>[\w-]+)\/lose$/, methods: { POST: acting('deals', lose, '/deals') } },
  {
    path: /^\/activities$/,
    methods: {
      GET: showing(activitiesPage),
      POST: adding('activities', readActivity, activitiesPage, '/activities'),
    },
  },
  {
    path: /^\/activities\/(?<id>[\w-]+)\/done$/,
    methods: {
      POST: acting('activities', (store, { id }) => store.change('activities', id, { done: true }), '/activities'),
    },
  },
]
