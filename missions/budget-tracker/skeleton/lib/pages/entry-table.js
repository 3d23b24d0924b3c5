/** Transactions in rows. */
import { html } from '../html.js'
import { formatMoney } from '../money.js'

/** Shows one entry with its button; the button leads back to the account whose entries are shown, if it is only one. */
function entryRow(entry, account, back) {
  // Shows one entry with its button; the button leads back to the account whose entries are shown, if it
  // is only one.
}

/** Shows entries, or says that there are none. */
export function entryTable({ store, entries, back }) {
  // Shows entries, or says that there are none.
}
