/** The page with the transactions of one account. */
import { html } from '../html.js'
import { formatMoney } from '../money.js'
import { entryTable } from './entry-table.js'
import { layout } from './layout.js'

/** Writes the page of an account. */
export function accountPage({ store, account }) {
  // Writes the page of an account.
}
