/** The page with the deals. */
import { html } from '../html.js'
import { formatMoney } from '../money.js'
import { isOpen, stageSums } from '../stages.js'
import { field, optionsOf, selection } from './fields.js'
import { actionButton, addSection, layout } from './layout.js'

const NOTHING_TYPED = { title: '', company: '', value: '' }

/** Shows a deal, with the buttons that move it as long as it is open. */
function dealRow(deal, company) {
  const { id, title, cents, stage } = deal
  return html`<tr>
    <th scope="row">${title}</th>
    <td class="text">${company.name}</td>
    <td class="sum">${formatMoney(cents)}</td>
    <td>${stage}</td>
    <td class="actions">
      ${isOpen(deal) && [actionButton(`/deals/${id}/advance`, 'Advance'), actionButton(`/deals/${id}/lose`, 'Lose')]}
    </td>
  </tr>`
}

/** Shows how many deals are in a stage, and the sum of their values. */
function stageRow({ stage, count, cents }) {
  return html`<tr>
    <th scope="row">${stage}</th>
    <td>${count}</td>
    <td class="sum">${formatMoney(cents)}</td>
  </tr>`
}

/** Writes the page; `add` holds a refused deal. */
export function dealsPage({ store, add = { typed: NOTHING_TYPED, problems: [] } }) {
  const { typed, problems } = add
  const deals = store.deals()
  return layout({
    title: 'Deals',
    address: '/deals',
    content: html`<section aria-label="Stages">
        <table id="stages">
          ${stageSums(deals).map(stageRow)}
        </table>
      </section>
      <section aria-label="Deals">
        <table>
          ${deals.map((deal) => dealRow(deal, store.find('companies', deal.companyId)))}
        </table>
      </section>
      ${addSection({
        title: 'Add a deal',
        address: '/deals',
        problems,
        fields: [
          field({ name: 'title', label: 'Title', value: typed.title }),
          selection({
            name: 'company',
            label: 'Company',
            options: optionsOf(store.companies()),
            chosen: typed.company,
          }),
          field({ name: 'value', label: 'Value', value: typed.value }),
        ],
      })}`,
  })
}
