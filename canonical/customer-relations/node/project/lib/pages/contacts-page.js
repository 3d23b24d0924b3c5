/** The page with the contacts. */
import { html } from '../html.js'
import { field, optionsOf, selection } from './fields.js'
import { actionButton, addSection, layout } from './layout.js'

const NOTHING_TYPED = { name: '', email: '', company: '' }

/** Shows a contact with its company. */
function contactRow({ id, name, email }, company) {
  return html`<tr>
    <th scope="row">${name}</th>
    <td class="text">${email}</td>
    <td class="text">${company.name}</td>
    <td>${actionButton(`/contacts/${id}/delete`, 'Delete')}</td>
  </tr>`
}

/** Writes the page; `add` holds a refused contact. */
export function contactsPage({ store, add = { typed: NOTHING_TYPED, problems: [] } }) {
  const { typed, problems } = add
  return layout({
    title: 'Contacts',
    address: '/contacts',
    content: html`<section aria-label="Contacts">
        <table>
          ${store.contacts().map((contact) => contactRow(contact, store.find('companies', contact.companyId)))}
        </table>
      </section>
      ${addSection({
        title: 'Add a contact',
        address: '/contacts',
        problems,
        fields: [
          field({ name: 'name', label: 'Name', value: typed.name }),
          field({ name: 'email', label: 'Email', type: 'email', value: typed.email }),
          selection({
            name: 'company',
            label: 'Company',
            options: optionsOf(store.companies()),
            chosen: typed.company,
          }),
        ],
      })}`,
  })
}
