/** The page with the transactions of one account. */
import { html } from '../html.js'
import { formatMoney } from '../money.js'
import { entryTable } from './entry-table.js'
import { layout } from './layout.js'

/** Writes the page of an account. */
export function accountPage({ store, account }) {
  return layout({
    title: account.name,
    address: undefined,
    content: html`<section>
      <p>Balance <strong>${formatMoney(store.balanceOf(account))}</strong></p>
      ${entryTable({ store, entries: store.entriesOf(account.id), back: account })}
    </section>`,
  })
}
