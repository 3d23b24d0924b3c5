/** The page with the accounts and their balances. */
import { MAX_LENGTH } from '../account-input.js'
import { html } from '../html.js'
import { formatMoney } from '../money.js'
import { layout, problemList } from './layout.js'

const NOTHING_TYPED = { name: '', opening: '' }

/** Shows the form that adds an account, with what was typed before and what was wrong with that. */
function addForm({ typed = NOTHING_TYPED, problems = [] } = {}) {
  return html`<section aria-labelledby="add-heading">
    <h2 id="add-heading">Add an account</h2>
    ${problemList('account-problem', problems)}
    <form class="fields" method="post" action="/accounts" novalidate>
      <p>
        <label for="name">Name</label>
        <input id="name" name="name" maxlength="${MAX_LENGTH}" value="${typed.name}" autocomplete="off" />
      </p>
      <p>
        <label for="opening">Opening balance</label>
        <input id="opening" name="opening" inputmode="decimal" value="${typed.opening}" autocomplete="off" />
      </p>
      <p><button class="main" id="add-account">Add account</button></p>
    </form>
  </section>`
}

/** Shows an account with its balance; its name leads to its transactions. */
function accountRow(store, account) {
  return html`<tr>
    <th scope="row"><a href="/accounts/${account.id}">${account.name}</a></th>
    <td class="sum">${formatMoney(store.balanceOf(account))}</td>
    <td>
      <form method="post" action="/accounts/${account.id}/delete"><button>Delete</button></form>
    </td>
  </tr>`
}

/** Shows all accounts with their total below, or says that there are none. */
function accountTable(store) {
  const accounts = store.accounts()
  const rows = accounts.map((account) => accountRow(store, account))
  return html`${accounts.length === 0 && html`<p class="empty">There are no accounts yet.</p>`}
    <table>
      ${rows}
    </table>
    <p class="total">Total <strong id="total">${formatMoney(store.total())}</strong></p>`
}

/**
 * Writes the page with the accounts.
 * `add` holds a refused account; `deletion` says why one could not be deleted.
 */
export function accountsPage({ store, add, deletion }) {
  return layout({
    title: 'Accounts',
    address: '/',
    content: html`${addForm(add)}
      <section aria-labelledby="list-heading">
        <h2 id="list-heading">Your accounts</h2>
        ${problemList('delete-problem', deletion === undefined ? [] : [deletion.problem])} ${accountTable(store)}
      </section>`,
  })
}
