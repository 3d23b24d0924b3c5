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
  // Shows the accounts.
}

/** Shows the transactions of one account. */
function showAccount({ response, store, id }) {
  // Shows the transactions of one account.
}

/** Shows the transactions of all accounts. */
function showTransactions({ response, store }) {
  // Shows the transactions of all accounts.
}

/** Shows the report, of a month if one was chosen. */
function showReport({ response, store, query }) {
  // Shows the report, of a month if one was chosen.
}

/** Sends the stylesheet. */
async function showStyles({ response }) {
  // Sends the stylesheet.
}

/** Adds an account, or shows the accounts with what is wrong with it. */
async function addAccount({ request, response, store }) {
  // Adds an account, or shows the accounts with what is wrong with it.
}

/** Deletes an account, or shows the accounts with the reason why not: it has transactions. */
async function deleteAccount({ request, response, store, id }) {
  // Deletes an account, or shows the accounts with the reason why not: it has transactions.
}

/** Makes a handler that books what a form says, or shows the transactions with what is wrong with it. */
function bookingAction(read, part) {
  // Makes a handler that books what a form says, or shows the transactions with what is wrong with it.
}

/** Deletes a transaction, or both sides of a transfer, and goes back to the list where that was asked for. */
async function deleteEntry({ request, response, store, id }) {
  // Deletes a transaction, or both sides of a transfer, and goes back to the list where that was asked
  // for.
}

/** Finds an account, or refuses an id that no account has (any more). */
function requireAccount(store, id) {
  // Finds an account, or refuses an id that no account has (any more).
}

/** The addresses, and for each of them its methods; a group named `id` is handed to the handler. */
export const ROUTES = [] /* The data of ROUTES belongs here. */
