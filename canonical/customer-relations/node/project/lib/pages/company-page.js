/** The page of a company. */
import { html } from '../html.js'
import { formatMoney } from '../money.js'
import { isOpen, sumOf } from '../stages.js'
import { layout } from './layout.js'

/** Shows a contact. */
function contactRow({ name, email }) {
  return html`<tr>
    <th scope="row">${name}</th>
    <td class="text">${email}</td>
  </tr>`
}

/** Shows a deal. */
function dealRow({ title, cents, stage }) {
  return html`<tr>
    <th scope="row">${title}</th>
    <td class="sum">${formatMoney(cents)}</td>
    <td>${stage}</td>
  </tr>`
}

/** Shows an activity of a contact. */
function activityRow({ date, kind, note, done }, contact) {
  return html`<tr>
    <td><time datetime="${date}">${date}</time></td>
    <td>${kind}</td>
    <td class="text">${contact.name}</td>
    <td class="text">${note}</td>
    <td>${done ? 'done' : 'open'}</td>
  </tr>`
}

/** Shows rows under a heading. */
function part(title, rows) {
  return html`<section>
    <h2>${title}</h2>
    <table>
      ${rows}
    </table>
  </section>`
}

/** Writes the page with all that belongs to a company. */
export function companyPage({ store, company }) {
  const deals = store.dealsOf(company.id)
  const won = deals.filter((deal) => deal.stage === 'Won')
  const activities = store.activitiesOf(company.id)
  return layout({
    title: company.name,
    content: html`<section>
        <p class="text">${company.city}</p>
        <p>Open <strong id="open-sum">${formatMoney(sumOf(deals.filter(isOpen)))}</strong></p>
        <p>Won <strong id="won-sum">${formatMoney(sumOf(won))}</strong></p>
      </section>
      ${part('Contacts', store.contactsOf(company.id).map(contactRow))} ${part('Deals', deals.map(dealRow))}
      ${part(
        'Activities',
        activities.map((activity) => activityRow(activity, store.find('contacts', activity.contactId))),
      )}`,
  })
}
