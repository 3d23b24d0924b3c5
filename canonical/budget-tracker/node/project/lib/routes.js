/** What each address does. */
import { readFile } from 'node:fs/promises'
import { readAccount } from './account-input.js'
import { isMonth } from './calendar.js'
import { readTransaction, readTransfer } from './entry-input.js'
import { readForm } from './form.js'
import { HttpError } from './http-error.js'
import { accountPage } from './pages/account-page.js'
import { accountsPage } from './pages/accounts-page.js'
import { reportPage } from './pages/report-page.js'
import { transactionsPage } from './pages/transactions-page.js'
import { monthReport } from './report.js'
import { redirect, sendPage, sendStyles } from './responses.js'

const STYLES = new URL('../public/style.css', import.meta.url)

/** Shows the accounts. */
function showAccounts({ response, store }) {
  sendPage(response, accountsPage({ store }))
}

/** Shows the transactions of one account. */
function showAccount({ response, store, id }) {
  sendPage(response, accountPage({ store, account: requireAccount(store, id) }))
}

/** Shows the transactions of all accounts. */
function showTransactions({ response, store }) {
  sendPage(response, transactionsPage({ store }))
}

/** Shows the report, of a month if one was chosen. */
function showReport({ response, store, query }) {
  const month = query.get('month') ?? ''
  sendPage(response, reportPage({ month, report: isMonth(month) ? monthReport(store.entries(), month) : undefined }))
}

/** Sends the stylesheet. */
async function showStyles({ response }) {
  sendStyles(response, await readFile(STYLES))
}

/** Adds an account, or shows the accounts with what is wrong with it. */
async function addAccount({ request, response, store }) {
  const { values, typed, problems } = readAccount(await readForm(request), store.accounts())
  if (problems.length > 0) {
    sendPage(response, accountsPage({ store, add: { typed, problems } }), 422)
    return
  }
  await store.addAccount(values)
  redirect(response, '/')
}

/** Deletes an account, or shows the accounts with the reason why not: it has transactions. */
async function deleteAccount({ request, response, store, id }) {
  await readForm(request)
  const { name } = requireAccount(store, id)
  if (store.entriesOf(id).length > 0) {
    const problem = `${name} cannot be deleted because it has transactions.`
    sendPage(response, accountsPage({ store, deletion: { problem } }), 409)
    return
  }
  await store.removeAccount(id)
  redirect(response, '/')
}

/** Makes a handler that books what a form says, or shows the transactions with what is wrong with it. */
function bookingAction(read, part) {
  return async ({ request, response, store }) => {
    const { entries, typed, problems } = read(await readForm(request), store)
    if (problems.length > 0) {
      sendPage(response, transactionsPage({ store, [part]: { typed, problems } }), 422)
      return
    }
    await store.book(entries)
    redirect(response, '/transactions')
  }
}

/** Deletes a transaction, or both sides of a transfer, and goes back to the list where that was asked for. */
async function deleteEntry({ request, response, store, id }) {
  const form = await readForm(request)
  if (!store.hasEntry(id)) throw new HttpError(404, 'No such transaction', 'Perhaps it was deleted already.')
  await store.unbook(id)
  const account = store.account(form.get('back') ?? '')
  redirect(response, account === undefined ? '/transactions' : `/accounts/${account.id}`)
}

/** Finds an account, or refuses an id that no account has (any more). */
function requireAccount(store, id) {
  const account = store.account(id)
  if (account === undefined) throw new HttpError(404, 'No such account', 'Perhaps it was deleted.')
  return account
}

/** The addresses, and for each of them its methods; a group named `id` is handed to the handler. */
export const ROUTES = [
  { path: /^\/$/, methods: { GET: showAccounts } },
  { path: /^\/style\.css$/, methods: { GET: showStyles } },
  { path: /^\/accounts$/, methods: { POST: addAccount } },
  { path: /^\/accounts\/(?<id>[\w-]+)$/, methods: { GET: showAccount } },
  { path: /^\/accounts\/(?<id>[\w-]+)\/delete$/, methods: { POST: deleteAccount } },
  { path: /^\/transactions$/, methods: { GET: showTransactions, POST: bookingAction(readTransaction, 'add') } },
  { path: /^\/transactions\/(?<id>[\w-]+)\/delete$/, methods: { POST: deleteEntry } },
  { path: /^\/transfers$/, methods: { POST: bookingAction(readTransfer, 'transfer') } },
  { path: /^\/report$/, methods: { GET: showReport } },
]
