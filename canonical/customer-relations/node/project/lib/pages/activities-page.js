/** The page with the open activities. */
import { html } from '../html.js'
import { KINDS } from '../input.js'
import { field, optionsOf, selection } from './fields.js'
import { actionButton, addSection, layout } from './layout.js'

const NOTHING_TYPED = { contact: '', kind: KINDS[0], date: '', note: '' }

/** Shows an activity with its contact. */
function activityRow({ id, date, kind, note }, contact) {
  return html`<tr>
    <td><time datetime="${date}">${date}</time></td>
    <td>${kind}</td>
    <td class="text">${contact.name}</td>
    <td class="text">${note}</td>
    <td>${actionButton(`/activities/${id}/done`, 'Done')}</td>
  </tr>`
}

/** Writes the page; `add` holds a refused activity. */
export function activitiesPage({ store, add = { typed: NOTHING_TYPED, problems: [] } }) {
  const { typed, problems } = add
  const activities = store.openActivities()
  return layout({
    title: 'Activities',
    address: '/activities',
    content: html`<section aria-label="Open activities">
        ${activities.length === 0 && html`<p class="empty">There is nothing to do.</p>`}
        <table>
          ${activities.map((activity) => activityRow(activity, store.find('contacts', activity.contactId)))}
        </table>
      </section>
      ${addSection({
        title: 'Add an activity',
        address: '/activities',
        problems,
        fields: [
          selection({
            name: 'contact',
            label: 'Contact',
            options: optionsOf(store.contacts()),
            chosen: typed.contact,
          }),
          selection({
            name: 'kind',
            label: 'Kind',
            options: KINDS.map((kind) => ({ value: kind, text: kind })),
            chosen: typed.kind,
          }),
          field({ name: 'date', label: 'Date', type: 'date', value: typed.date }),
          field({ name: 'note', label: 'Note', value: typed.note }),
        ],
      })}`,
  })
}
