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
  return html`<p>
    <label for="${id}">${label}</label>
    <input id="${id}" name="${name}" type="${type}" maxlength="${MAX_LENGTH}" value="${value}" autocomplete="off" />
  </p>`
}

/** Shows a labelled selection list of a form. */
function selection({ id, name, label, options, chosen }) {
  return html`<p>
    <label for="${id}">${label}</label>
    <select id="${id}" name="${name}">
      ${options.map(
        ({ value, text }) => html`<option value="${value}" ${value === chosen && html`selected`}>${text}</option>`,
      )}
    </select>
  </p>`
}

/** Offers all accounts. */
function accountOptions(store) {
  return store.accounts().map(({ id, name }) => ({ value: id, text: name }))
}

/** Shows the form that adds a transaction, with what was typed before and what was wrong with that. */
function addForm(store, { typed = NO_TRANSACTION, problems = [] } = {}) {
  const kinds = Object.entries(KINDS).map(([value, { name }]) => ({ value, text: name }))
  return html`<section aria-labelledby="add-heading">
    <h2 id="add-heading">Add a transaction</h2>
    ${problemList('transaction-problem', problems)}
    <form class="fields" method="post" action="/transactions" novalidate>
      ${field({ id: 'date', name: 'date', label: 'Date', type: 'date', value: typed.date })}
      ${selection({
        id: 'account',
        name: 'account',
        label: 'Account',
        options: accountOptions(store),
        chosen: typed.account,
      })}
      ${selection({ id: 'kind', name: 'kind', label: 'Kind', options: kinds, chosen: typed.kind })}
      ${field({ id: 'category', name: 'category', label: 'Category', value: typed.category })}
      ${field({ id: 'amount', name: 'amount', label: 'Amount', value: typed.amount })}
      ${field({ id: 'note', name: 'note', label: 'Note', value: typed.note })}
      <p><button class="main" id="add-transaction">Add transaction</button></p>
    </form>
  </section>`
}

/** Shows the form that transfers money, with what was typed before and what was wrong with that. */
function transferForm(store, { typed = NO_TRANSFER, problems = [] } = {}) {
  const options = accountOptions(store)
  return html`<section aria-labelledby="transfer-heading">
    <h2 id="transfer-heading">Transfer money</h2>
    ${problemList('transfer-problem', problems)}
    <form class="fields" method="post" action="/transfers" novalidate>
      ${field({ id: 'transfer-date', name: 'date', label: 'Date', type: 'date', value: typed.date })}
      ${selection({ id: 'from', name: 'from', label: 'From', options, chosen: typed.from })}
      ${selection({ id: 'to', name: 'to', label: 'To', options, chosen: typed.to })}
      ${field({ id: 'transfer-amount', name: 'amount', label: 'Amount', value: typed.amount })}
      <p><button class="main" id="transfer">Transfer</button></p>
    </form>
  </section>`
}

/**
 * Writes the page with the transactions of all accounts and two forms.
 * `add` and `transfer` hold what was refused.
 */
export function transactionsPage({ store, add, transfer }) {
  return layout({
    title: 'Transactions',
    address: '/transactions',
    content: html`${addForm(store, add)} ${transferForm(store, transfer)}
      <section aria-labelledby="list-heading">
        <h2 id="list-heading">All transactions</h2>
        ${entryTable({ store, entries: store.entries() })}
      </section>`,
  })
}
