/** The page with the transactions of all accounts. */
import { MAX_LENGTH } from '../account-input.js'
import { KINDS } from '../entry-input.js'
import { html } from '../html.js'
import { entryTable } from './entry-table.js'
import { layout, problemList } from './layout.js'

const NO_TRANSACTION = { date: '', account: '', kind: 'expense', category: '', amount: '', note: '' }
const NO_TRANSFER = { date: '', from: '', to: '', amount: '' }

/** Shows a labelled field of a form. */
function field({ id, name, label, value, type = 'text' }) {
  // Shows a labelled field of a form.
}

/** Shows a labelled selection list of a form. */
function selection({ id, name, label, options, chosen }) {
  // Shows a labelled selection list of a form.
}

/** Offers all accounts. */
function accountOptions(store) {
  // Offers all accounts.
}

/** Shows the form that adds a transaction, with what was typed before and what was wrong with that. */
function addForm(store, { typed = NO_TRANSACTION, problems = [] } = {}) {
  // Shows the form that adds a transaction, with what was typed before and what was wrong with that.
}

/** Shows the form that transfers money, with what was typed before and what was wrong with that. */
function transferForm(store, { typed = NO_TRANSFER, problems = [] } = {}) {
  // Shows the form that transfers money, with what was typed before and what was wrong with that.
}

/**
 * Writes the page with the transactions of all accounts and two forms.
 * `add` and `transfer` hold what was refused.
 */
export function transactionsPage({ store, add, transfer }) {
  // Writes the page with the transactions of all accounts and two forms.
}
