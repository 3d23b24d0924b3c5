/** The page with the accounts and their balances. */
import { MAX_LENGTH } from '../account-input.js'
import { html } from '../html.js'
import { formatMoney } from '../money.js'
import { layout, problemList } from './layout.js'

const NOTHING_TYPED = { name: '', opening: '' }

/** Shows the form that adds an account, with what was typed before and what was wrong with that. */
function addForm({ typed = NOTHING_TYPED, problems = [] } = {}) {
  // Shows the form that adds an account, with what was typed before and what was wrong with that.
}

/** Shows an account with its balance; its name leads to its transactions. */
function accountRow(store, account) {
  // Shows an account with its balance; its name leads to its transactions.
}

/** Shows all accounts with their total below, or says that there are none. */
function accountTable(store) {
  // Shows all accounts with their total below, or says that there are none.
}

/**
 * Writes the page with the accounts.
 * `add` holds a refused account; `deletion` says why one could not be deleted.
 */
export function accountsPage({ store, add, deletion }) {
  // Writes the page with the accounts.
}
