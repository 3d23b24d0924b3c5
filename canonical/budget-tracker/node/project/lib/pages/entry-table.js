/** Transactions in rows. */
import { html } from '../html.js'
import { formatMoney } from '../money.js'

/** Shows one entry with its button; the button leads back to the account whose entries are shown, if it is only one. */
function entryRow(entry, account, back) {
  return html`<tr>
    <td><time datetime="${entry.date}">${entry.date}</time></td>
    <td class="text">${account.name}</td>
    <td class="text">${entry.category}</td>
    <td class="text">${entry.note}</td>
    <td class="sum">${formatMoney(entry.cents)}</td>
    <td>
      <form method="post" action="/transactions/${entry.id}/delete">
        ${back && html`<input type="hidden" name="back" value="${back.id}" />`}
        <button>Delete</button>
      </form>
    </td>
  </tr>`
}

/** Shows entries, or says that there are none. */
export function entryTable({ store, entries, back }) {
  if (entries.length === 0) return html`<p class="empty">There are no transactions yet.</p>`
  return html`<table>
    <tr>
      ${['Date', 'Account', 'Category', 'Note', 'Amount', ''].map((name) => html`<th scope="col">${name}</th>`)}
    </tr>
    ${entries.map((entry) => entryRow(entry, store.account(entry.accountId), back))}
  </table>`
}
